import type { DeletedDocument } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { type Job, type JobPage, reasonOf, type Refusal } from '../jobs/job-kind.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Range } from '../snapshots/range.ts';
import type { RecordLine } from '../snapshots/record-line.ts';
import { holdersOf } from '../unique/wanted-names.ts';
import { bodyFields, type RecordBody } from '../write/record-changes.ts';
import { linesOf } from './lines-of.ts';
import { planRestore } from './plan-restore.ts';
import { meansSome, type RestoreInput } from './restore-input.ts';
import { keptFor, written } from './restored-write.ts';

/** Begins the place of pages after the last one, which look at records again. */
export const againMark = 'again/';
/** Records of one pass, at most: their keys are in the job's document, which has 1 MiB. */
export const mostAgain = 5_000;
const againAtOnce = 50;
/** Records that are written in one commit, since each holds what another one had. */
const mostTogether = 100;

interface Restoring {
  readonly job: Job;
  readonly input: RestoreInput;
  readonly ranges: readonly Range[];
}

/**
 * Looks once more at records whose id or values others hold, when all others are done. Those that hold something and were something else
 * themselves go back in the same commit: two may have swapped their values. In an exact restore one that was made since goes for good
 * where a history knows it; else the refusal says where it lies.
 */
export async function restoreAgain(services: RecordServices, storage: StorageRow, restoring: Restoring): Promise<JobPage> {
  const { job } = restoring;
  const keys = job.data.again ?? [];
  const from = Number(job.data.after?.slice(againMark.length));
  const lineOf = linesByKey(services, storage, restoring);
  const refused: Refusal[] = [];
  let changed = 0;
  for (const key of keys.slice(from, from + againAtOnce)) {
    const { together, counted, isInTrash } = await gathered(services, storage, { ...restoring, lineOf, key });
    const writes = [...together.values()].flat();
    if (writes.length === 0) continue; // it went back with one before it
    const error = await written(services, storage, { job, writes });
    if (error) refused.push({ id: (await lineOf(key))?.id ?? key, ...reasonOf(isInTrash ? fromTrash(error) : error) });
    else changed += [...together].filter(([each, own]) => own.length > 0 && !counted.has(each)).length;
  }
  const end = from + againAtOnce;
  return {
    seen: 0, // they were counted before
    changed,
    kept: refused.length,
    ...(refused.length > 0 && { refused }),
    next: end < keys.length ? `${againMark}${end}` : null,
  };
}

/** Claims of chosen ids and of app users' names do not say where the record is that has them. */
function fromTrash(error: ApiError): ApiError {
  if (error.code !== 'already-exists') return error;
  return new ApiError('already-exists', say('takenInTrash', { fields: (error.details ?? []).map(({ field }) => field).join(', ') }));
}

type LineOf = (key: string) => Promise<RecordLine | undefined>;

interface Gathered {
  /** The writes of a record and of those that hold what it has again, deletes first, by key. */
  readonly together: ReadonlyMap<string, RecordWrite[]>;
  /** Those of them that this restore has put into the trash before. */
  readonly counted: ReadonlySet<string>;
  /** Whether a record in the trash holds something, and stays there. */
  readonly isInTrash: boolean;
}

async function gathered(
  services: RecordServices,
  storage: StorageRow,
  { job, input, lineOf, key: first }: Restoring & { lineOf: LineOf; key: string },
): Promise<Gathered> {
  let isInTrash = false;
  const counted = new Set<string>();
  const leaving = new Map<string, RecordWrite[]>();
  const going = new Map<string, RecordWrite[]>();
  const ahead = [first];
  for (let key = ahead.shift(); key !== undefined && leaving.size + going.size < mostTogether; key = ahead.shift()) {
    if (leaving.has(key) || going.has(key)) continue;
    const live = (await services.store.get<RecordBody>(recordPath(storage.id, key), bodyFields))?.data ?? null;
    const deleted = live ? null : ((await services.store.get(deletedPath(storage.id, key)))?.data ?? null);
    const line = await lineOf(key);
    if (!line) {
      const own = leavingWrites(storage, { job, input, key, deleted, isLive: live !== null });
      leaving.set(key, own);
      if (!live) counted.add(key);
      isInTrash ||= own.length === 0 && deleted?.kind === 'trash';
      continue;
    }
    const kept = await keptFor(services, storage, line);
    const { writes } = planRestore(storage, { line, live, deleted, kept }, input.mode);
    going.set(key, writes);
    if (writes.length > 0) ahead.push(...(await holdersOf(services, storage, { key, clientId: line.id, fields: line.fields })));
  }
  return { together: new Map([...leaving, ...going]), counted, isInTrash };
}

/** A record that the backup does not have, and that this restore has put into the trash, or would: the history still knows it. */
function leavingWrites(
  storage: StorageRow,
  {
    job,
    input,
    key,
    deleted,
    isLive,
  }: { job: Job; input: RestoreInput; key: string; deleted: DeletedDocument<Timestamp> | null; isLive: boolean },
): RecordWrite[] {
  const isOurs = deleted?.kind === 'trash' && deleted.deletedAt.toMillis() >= job.data.createdAt.toMillis();
  if (!storage.data.history || input.mode !== 'exact' || meansSome(input) || !(isLive || isOurs)) return [];
  return [{ op: 'delete', storage, id: key, where: '', permanent: true }];
}

/** Reads each object of the backup once. */
function linesByKey(services: RecordServices, storage: StorageRow, { input, ranges }: Restoring): LineOf {
  const read = new Map<Range, Promise<ReadonlyMap<string, RecordLine>>>();
  return async (key) => {
    const range = ranges.find(({ last }) => last === null || key <= last);
    if (!range) return undefined;
    const lines =
      read.get(range) ?? linesOf(services, storage, { input, range }).then((all) => new Map(all.map((line) => [line.key, line])));
    read.set(range, lines);
    return (await lines).get(key);
  };
}
