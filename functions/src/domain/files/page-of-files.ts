import type { FileOrder } from '@bedplate/contract';
import type { Bucket } from '@google-cloud/storage';
import { z } from 'zod';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { listObjects, type SharedObject } from '../../store/object-list.ts';

/** Cloud Storage lists by path only, so other orders read the whole folder: up to this many files, 1,000 a call. */
const mostSorted = 5000;
const perCall = 1000;

interface PageOfFiles {
  objects: SharedObject[];
  /** 'records' in a folder too large to be sorted: by record, the newest one first. */
  order: FileOrder | 'records';
  /** Null on the last page. */
  next: string | null;
}

interface Asked {
  prefix: string;
  order: FileOrder;
  limit: number;
  cursor?: string | undefined;
}

/** @throws {ApiError} invalid-argument for a cursor that is not ours */
export async function pageOfFiles(bucket: Bucket, { prefix, order, limit, cursor }: Asked): Promise<PageOfFiles> {
  const from = cursor ? readCursor(cursor) : null;
  const all = from && 'token' in from ? null : await wholeFolder(bucket, prefix);
  if (!all) return unsorted(bucket, { prefix, limit, from: from && 'token' in from ? from.token : null });
  const sorted = all.sort(comparisons[order]);
  const start = from && 'after' in from ? firstAfter(sorted, order, from.after) : 0;
  const objects = sorted.slice(start, start + limit);
  const last = objects.at(-1);
  return { objects, order, next: last && start + limit < sorted.length ? writeCursor({ after: placeOf(last) }) : null };
}

/** @returns null for a folder with more files than are sorted */
async function wholeFolder(bucket: Bucket, prefix: string): Promise<SharedObject[] | null> {
  const found: SharedObject[] = [];
  let listed = 0;
  let next: string | null = null;
  do {
    const page = await listObjects(bucket, { prefix, limit: perCall, from: next });
    found.push(...page.objects);
    listed += perCall;
    next = page.next;
    if (next && listed >= mostSorted) return null;
  } while (next);
  return found;
}

async function unsorted(
  bucket: Bucket,
  { prefix, limit, from }: { prefix: string; limit: number; from: string | null },
): Promise<PageOfFiles> {
  const { objects, next } = await listObjects(bucket, { prefix, limit, from });
  return { objects, order: 'records', next: next && writeCursor({ token: next }) };
}

type Place = Pick<SharedObject, 'path' | 'name' | 'createdAt'>;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byPath = (a: Place, b: Place) => Number(a.path > b.path) - Number(a.path < b.path);
const comparisons: Record<FileOrder, (a: Place, b: Place) => number> = {
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || byPath(a, b),
  name: (a, b) => names.compare(a.name, b.name) || byPath(a, b),
};

function placeOf({ path, name, createdAt }: SharedObject): Place {
  return { path, name, createdAt };
}

/** The file of the cursor may be gone by now; its place among the others is not. */
function firstAfter(sorted: readonly Place[], order: FileOrder, place: Place): number {
  const at = sorted.findIndex((one) => comparisons[order](one, place) > 0);
  return at < 0 ? sorted.length : at;
}

const Cursor = z.union([
  z.object({ after: z.object({ path: z.string(), name: z.string(), createdAt: z.string() }) }),
  z.object({ token: z.string() }),
]);

function writeCursor(cursor: z.infer<typeof Cursor>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): z.infer<typeof Cursor> {
  const read = Cursor.safeParse(parsed(Buffer.from(text, 'base64url').toString()));
  if (!read.success) throw invalidField('cursor', say('filesCursor'));
  return read.data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
