import { compareTexts, type DeletedDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import { recordsPath, trashPath } from '../model/paths.ts';
import { shownFields } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { reachesAll } from './bound-query.ts';
import type { Reader } from './budget.ts';
import { type Candidate, trashCandidate } from './candidate.ts';
import type { CursorState } from './cursor.ts';
import { isMore, take, type Taken } from './take.ts';
import type { ListQuery } from './list-query.ts';
import { byKey, keyRange } from './sources-by-index.ts';
import { type ListPage, tooFar } from './run-plan.ts';
import { merged, querySource, type Source } from './source.ts';
import { storageTotal } from './storage-total.ts';

/** Entries of an index that may be counted for a total. */
const countable = 20_000;
/** Pages before this many records are read over before their number is known. */
const readOver = 20;

/**
 * Lists the trash newest first, with or without the live records. Both are in key order, so a page
 * reads little more than it shows. Filters are checked on the way, up to the budget.
 * @throws {ApiError} query-too-broad for a page that can only be reached by reading all before it
 */
export async function walkWithTrash(
  services: RecordServices,
  {
    storage,
    query,
    options: { reader, cursor, isMatch },
  }: {
    storage: StorageRow;
    query: ListQuery;
    options: { reader: Reader; cursor: CursorState | undefined; isMatch: (candidate: Candidate) => boolean };
  },
): Promise<ListPage> {
  const seen = cursor?.seen ?? (query.page - 1) * query.limit;
  const skip = cursor ? 0 : seen;
  const counted = isUnfiltered(query) ? await countBoth(services, { storage, query, reader }) : undefined;
  const isPast = skip > readOver && counted?.totalIsExact === true && skip >= counted.total;
  const taken: Taken = isPast
    ? { found: [], skipped: counted.total, exhausted: true, last: undefined }
    : await take(reader, {
        source: open(reader, { storageId: storage.id, query, cursor }),
        isMatch,
        want: {
          skip,
          limit: query.limit,
          density: counted ? 'all' : 'some',
        },
      });
  const { found, skipped, exhausted, last } = taken;
  const page = Math.floor(seen / query.limit) + 1;
  const isFull = found.length === query.limit;
  if (!isFull && !exhausted && skip > 0) throw tooFar(page);
  const passed = (cursor ? seen : skipped) + found.length;
  const total = counted ?? { total: passed, totalIsExact: exhausted };
  const goOn = isFull ? found.at(-1) : last;
  const isLastByTotal = total.totalIsExact && passed >= total.total;
  const more = await isMore(taken, { limit: query.limit, isLastByTotal, isContinued: cursor !== undefined });
  return {
    found,
    page,
    ...total,
    next: more && goOn ? { after: { value: null, id: goOn.id }, seen: passed } : null,
    path: query.deleted === 'only' ? 'trash in key order' : 'live records and trash in key order',
    reads: reader.spent,
  };
}

export function isUnfiltered(query: ListQuery): boolean {
  return query.filters.length === 0 && query.search === undefined && reachesAll(query);
}

/** The part of a query that the trash answers by key. */
export function trashSpec(storageId: string, query: ListQuery): QuerySpec<DeletedDocument<Timestamp>> {
  return { from: trashPath(storageId), where: [['kind', '==', 'trash'], ...keyRange(query)] };
}

function open(
  reader: Reader,
  { storageId, query, cursor }: { storageId: string; query: ListQuery; cursor: CursorState | undefined },
): Source {
  const trash = querySource<DeletedDocument<Timestamp>>(
    reader,
    (after, limit) => {
      const from = after?.id ?? cursor?.after.id;
      return {
        ...trashSpec(storageId, query),
        orderBy: [[documentId, 'asc']],
        ...(from === undefined ? {} : { startAfter: [from] }),
        limit,
      };
    },
    trashCandidate,
  );
  if (query.deleted === 'only') return trash;
  return merged(
    [byKey({ reader, storage: { id: storageId }, order: { select: shownFields } }, keyRange(query), { from: cursor?.after }), trash],
    byKeys,
  );
}

function byKeys(a: Candidate, b: Candidate): number {
  return compareTexts(a.id, b.id);
}

async function countBoth(
  { now }: RecordServices,
  { storage, query, reader }: { storage: StorageRow; query: ListQuery; reader: Reader },
): Promise<Pick<ListPage, 'total' | 'totalIsExact'>> {
  const where = keyRange(query);
  const counts = await Promise.all([
    reader.count({ ...trashSpec(storage.id, query), limit: countable + 1 }),
    query.deleted === 'only' ? 0 : where.length === 0 ? storageTotal(reader, storage, now()) : countLive(),
  ]);
  const [inTrash, live] = counts;
  const isExact = inTrash <= countable && (where.length === 0 || live <= countable);
  return { total: inTrash + live, totalIsExact: isExact };

  function countLive(): Promise<number> {
    return reader.count({ from: recordsPath(storage.id), where, limit: countable + 1 });
  }
}
