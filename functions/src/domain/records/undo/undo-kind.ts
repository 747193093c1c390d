import type { RecordServices } from '../../../services/record-services.ts';
import { history } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import type { Job, JobKind, JobPage } from '../jobs/job-kind.ts';
import { tellingOf } from '../jobs/told-once.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { entriesDown, type Entry, mostEntries } from '../history/entries.ts';
import { anyRevision, entryIds } from '../history/entry-id.ts';
import { isSelected, keptSince, selectedBy, Selection, textsOf } from './selection.ts';
import { followingOf } from './following.ts';
import { newClaims } from './release.ts';
import { plannedUndo, type PlannedUndo, tooLong, withAlong } from './planned-undo.ts';
import { type RecordOutcome, type Turn, undoRecord } from './undo-record.ts';

const perPage = 300;
/** Records that are changed at once: each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
/** Hours that one query asks for: it takes thirty values (https://firebase.google.com/docs/firestore/quotas). */
export const hoursAtOnce = 30;
/** Records that a job remembers: 21 bytes each in its document. */
const mostPassed = 20_000;
/** Begins the place of pages after the last one, which look at records again. */
const againMark = 'again/';
const againAtOnce = 100;
/** Records that are looked at again: their keys and revisions are in the job's document, which has 1 MiB. Others are decided at once. */
const mostAgain = 5_000;

/** Takes back the changes that its input selects, oldest hour first. What others changed since stays. */
export const undoChangesKind: JobKind = {
  async page(services, storage, job) {
    const selection = selectionIn(storage, job);
    if (job.data.after?.startsWith(againMark)) return lookAgain(services, storage, { job, selection });
    const found = await nextEntries(services, storage, { selection, after: job.data.after });
    const { entries } = found;
    if (found.isTooLong) return { seen: 1, changed: 0, kept: 1, refused: [{ id: selection.record ?? '', ...tooLong }], next: null };
    const keys = await notDone(services, storage, {
      job,
      selection,
      keys: oldestByKey(entries.filter((entry) => isSelected(selection, entry))),
    });
    const turn = (job.data.again?.length ?? 0) >= mostAgain ? 'last' : 'first';
    const outcomes = await inChunks(keys, (chunk) => undoChunk(services, storage, { job, selection, chunk, entries, turn }));
    const count = (what: 'changed' | 'kept') => outcomes.filter((outcome) => outcome[what]).length;
    const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
    const passed = keys.flatMap(([key], i) => (outcomes[i]?.isMetAgain ? [key] : []));
    const again = keys.flatMap(([key, oldest], i) => (outcomes[i]?.isDeferred ? [`${oldest} ${key} 0`] : []));
    const hasAgain = again.length > 0 || (job.data.again ?? []).length > 0;
    const room = Math.max(0, mostPassed - (job.data.passed?.length ?? 0));
    return {
      seen: keys.length,
      changed: count('changed'),
      kept: count('kept'),
      ...(refused.length > 0 && { refused }),
      ...(passed.length > 0 && { passed: passed.slice(0, room) }),
      ...(again.length > 0 && { again }),
      next: found.next ?? (hasAgain ? `${againMark}0` : null),
    };
  },
};

/**
 * Records that others were in the way of look once more, when all others are done. One that still cannot waits for as long as others are
 * changed meanwhile: those may be in the way of each other.
 */
async function lookAgain(
  services: RecordServices,
  storage: StorageRow,
  { job, selection }: { job: Job; selection: Selection },
): Promise<JobPage> {
  const all = job.data.again ?? [];
  const from = Number(job.data.after?.slice(againMark.length));
  const outcomes: RecordOutcome[] = [];
  const again: string[] = [];
  const changed = () => outcomes.filter((outcome) => outcome.changed).length;
  for (const text of all.slice(from, from + againAtOnce)) {
    const [oldest = '', key = '', before = 0] = text.split(' ');
    const present = job.data.changed + changed();
    const turn = present > Number(before) && all.length + again.length < 2 * mostAgain ? 'again' : 'last';
    const undo = recordUndo(services, storage, { job, selection, next: [key, Number(oldest)], entries: [] });
    const outcome = await undoRecord(services, storage, { ...undo, turn });
    if (outcome.isDeferred) again.push(`${oldest} ${key} ${present}`);
    outcomes.push(outcome);
  }
  const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const end = Math.min(from + againAtOnce, all.length);
  return {
    seen: 0, // they were counted before
    changed: changed(),
    kept: outcomes.filter(({ kept }) => kept).length,
    ...(refused.length > 0 && { refused }),
    ...(again.length > 0 && { again }),
    next: end < all.length + again.length ? `${againMark}${end}` : null,
  };
}

/** Storages of one undo may keep their history for different times: what the database is yet to remove counts as gone. */
function selectionIn(storage: StorageRow, { data: { input, createdAt } }: Job): Selection {
  const selection = Selection.parse(input);
  return storage.data.history ? { ...selection, from: Math.max(selection.from, keptSince(storage, createdAt.toMillis())) } : selection;
}

type Keyed = readonly [key: string, oldest: number];

/**
 * Leaves out records that an earlier page has met: it has taken back all of their changes, also those of later hours. Beyond those that
 * the job remembers, the entries before tell it.
 */
async function notDone(
  services: RecordServices,
  storage: StorageRow,
  { job, selection, keys }: { job: Job; selection: Selection; keys: readonly Keyed[] },
): Promise<Keyed[]> {
  const passed = new Set(job.data.passed);
  const left = keys.filter(([key]) => !passed.has(key));
  if (passed.size < mostPassed) return left;
  const isMet = await eachAtOnce(left, atOnce, async ([key, oldest]) => {
    const earlier = await entriesDown(services, storage, { key, newest: oldest - 1, oldest: 0, since: selection.from });
    return earlier === null || earlier.some((entry) => isSelected(selection, entry));
  });
  return left.filter((_, i) => !isMet[i]);
}

async function inChunks<T, R>(all: readonly T[], work: (chunk: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += atOnce) done.push(...(await work(all.slice(at, at + atOnce))));
  return done;
}

interface Chunk {
  readonly job: Job;
  readonly selection: Selection;
  readonly chunk: readonly Keyed[];
  readonly entries: readonly Entry[];
  readonly turn: 'first' | 'last';
}

/** Of records that want the same id or value, the first one gets it, however fast the others are: as a dry run tells. */
async function undoChunk(
  services: RecordServices,
  storage: StorageRow,
  { job, selection, chunk, entries, turn }: Chunk,
): Promise<RecordOutcome[]> {
  const undos = await Promise.all(
    chunk.map(async (next) => {
      const undo = recordUndo(services, storage, { job, selection, next, entries });
      return { ...undo, first: await plannedUndo(services, storage, undo) };
    }),
  );
  const behind = await behindOthers(services, storage, undos);
  const run = (undo: (typeof undos)[number], its: Turn) => undoRecord(services, storage, { ...undo, turn: its });
  const outcomes = await Promise.all(
    undos.map((undo) => {
      if (!behind.has(undo.key)) return run(undo, turn);
      return turn === 'first' ? run(undo, 'none') : undo;
    }),
  );
  const all: RecordOutcome[] = [];
  for (const outcome of outcomes) all.push('jobId' in outcome ? await run(outcome, turn) : outcome);
  return all;
}

/** @returns the keys of those which want what one before them wants */
async function behindOthers(
  services: RecordServices,
  storage: StorageRow,
  undos: readonly { readonly key: string; readonly first: PlannedUndo | null }[],
): Promise<Set<string>> {
  const wanted = new Set<string>();
  const behind = new Set<string>();
  for (const { key, first } of undos) {
    const names = first ? await newClaims(services, storage, { key, ...first }) : [];
    if (names.some((name) => wanted.has(name))) behind.add(key);
    for (const name of names) wanted.add(name);
  }
  return behind;
}

function recordUndo(
  services: RecordServices,
  storage: StorageRow,
  { job, selection, next: [key, oldest], entries }: { job: Job; selection: Selection; next: Keyed; entries: readonly Entry[] },
) {
  return {
    key,
    oldest,
    isSelected: withAlong(selectedBy(selection), job.id),
    jobId: job.id,
    known: entries.filter((entry) => entry.key === key),
    author: { actor: job.data.createdBy, origin: { jobId: job.id }, ...tellingOf(storage, job) },
    following: followingOf(services, storage, selection),
  };
}

interface FoundEntries {
  readonly entries: readonly Entry[];
  readonly next: string | null;
  /** Whether one record has more than are looked at. */
  readonly isTooLong?: boolean;
}

/**
 * The next entries in the order of their texts and ids.
 * @param after the number of a text and the last id of it, as in "3/abc"
 * @returns whole records: those of the last one wait for the next page, unless the page holds no other
 */
export async function nextEntries(
  services: RecordServices,
  storage: StorageRow,
  { selection, after }: { selection: Selection; after: string | null },
): Promise<FoundEntries> {
  if (selection.record !== null) {
    const { record: key, from: since } = selection;
    const entries = await entriesDown(services, storage, { key, newest: anyRevision, oldest: 0, since });
    return { entries: entries ?? [], next: null, isTooLong: entries === null };
  }
  const texts = textsOf(selection);
  const [number = '0', lastId = ''] = after?.split('/') ?? [];
  let single = 0; // hours before it are looked at one by one: some of them have entries
  for (let i = Number(number); i < texts.length; i += 1) {
    const from = i === Number(number) ? lastId : '';
    const { rows } = await services.store.in(history(storage.id)).query({
      where: [['by', 'array-contains', texts[i]]],
      orderBy: [[documentId, 'asc']],
      ...(from === '' ? {} : { startAfter: [from] }),
      limit: perPage,
    });
    if (rows.length === 0) {
      if (i + 1 >= single) {
        i += await emptyAhead(services, storage, texts.slice(i + 1));
        single = i + 1 + hoursAtOnce;
      }
      continue;
    }
    const cut = rows.length < perPage ? null : rows.at(-1)?.data.key;
    const whole = rows.filter(({ data }) => data.key !== cut);
    if (cut && whole.length === 0)
      return { entries: await restOfOne(services, storage, { text: texts[i] ?? '', key: cut, rows }), next: `${i}/${entryIds(cut)[1]}` };
    const isEnd = rows.length < perPage;
    const next = isEnd ? (i + 1 < texts.length ? `${i + 1}/` : null) : `${i}/${whole.at(-1)?.id ?? ''}`;
    return { entries: whole.map(({ data }) => data), next };
  }
  return { entries: [], next: null };
}

/** A record may have more entries in an hour than a page: all are taken back together. @returns of too many the oldest, which tell as much */
async function restOfOne(
  services: RecordServices,
  storage: StorageRow,
  { text, key, rows }: { text: string; key: string; rows: readonly Row<Entry>[] },
): Promise<Entry[]> {
  let found = [...rows];
  for (let page = found; page.length === perPage; ) {
    ({ rows: page } = await services.store.in(history(storage.id)).query({
      where: [['by', 'array-contains', text]],
      orderBy: [[documentId, 'asc']],
      startAfter: [page.at(-1)?.id ?? ''],
      endAt: [entryIds(key)[1]],
      limit: perPage,
    }));
    found = found.length < mostEntries ? [...found, ...page] : page.length > 0 ? page : found;
  }
  return found.map(({ data }) => data);
}

/** One read for each thirty. @returns how many of the texts no entry has, counted from the first, at least */
async function emptyAhead(services: RecordServices, storage: StorageRow, texts: readonly string[]): Promise<number> {
  for (let i = 0; i < texts.length; i += hoursAtOnce) {
    const { rows } = await services.store.in(history(storage.id)).query({
      where: [['by', 'array-contains-any', texts.slice(i, i + hoursAtOnce)]],
      limit: 1,
      select: [],
    });
    if (rows.length > 0) return i;
  }
  return texts.length;
}

/** @returns the first selected revision of each record */
export function oldestByKey(entries: readonly Entry[]): [key: string, oldest: number][] {
  const oldest = new Map<string, number>();
  for (const { key, rev } of entries) oldest.set(key, Math.min(rev, oldest.get(key) ?? rev));
  return [...oldest];
}
