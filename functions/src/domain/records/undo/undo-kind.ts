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
import { isSelected, Selection, textsOf } from './selection.ts';
import { type RecordOutcome, tooLong, undoRecord } from './undo-record.ts';

const perPage = 300;
/** Records that are changed at once: each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
/** Hours in which nothing was written, looked at in one page. */
const emptyHours = 3_000;
/** Hours that one query asks for: it takes thirty values (https://firebase.google.com/docs/firestore/quotas). */
const hoursAtOnce = 30;
/** Records that a job remembers: 21 bytes each in its document. */
const mostPassed = 20_000;
/** Begins the place of pages after the last one, which look at records again. */
const againMark = 'again/';
const againAtOnce = 100;
/** Records that are looked at again: their keys and revisions are in the job's document, which has 1 MiB. Others are decided at once. */
export const mostAgain = 5_000;

/** Takes back the changes that its input selects, oldest hour first. What others changed since stays. */
export const undoChangesKind: JobKind = {
  async page(services, storage, job) {
    const selection = Selection.parse(job.data.input);
    if (job.data.after?.startsWith(againMark)) return lookAgain(services, storage, { job, selection });
    const found = await nextEntries(services, storage, { selection, after: job.data.after });
    const { entries } = found;
    if (found.isTooLong) return { seen: 1, changed: 0, kept: 1, refused: [{ id: selection.record ?? '', message: tooLong }], next: null };
    const keys = await notDone(services, storage, {
      job,
      selection,
      keys: oldestByKey(entries.filter((entry) => isSelected(selection, entry))),
    });
    const isLast = (job.data.again?.length ?? 0) >= mostAgain;
    const outcomes = await eachAtOnce(keys, atOnce, (next) => undoOne(services, storage, { job, selection, next, entries, isLast }));
    const count = (what: 'changed' | 'kept') => outcomes.filter((outcome) => outcome[what]).length;
    const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
    const passed = keys.flatMap(([key], i) => (outcomes[i]?.isMetAgain ? [key] : []));
    const again = keys.flatMap(([key, oldest], i) => (outcomes[i]?.isDeferred ? [`${oldest} ${key}`] : []));
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

/** Records that could not be made again because of another one look once more, when all others are done. */
async function lookAgain(
  services: RecordServices,
  storage: StorageRow,
  { job, selection }: { job: Job; selection: Selection },
): Promise<JobPage> {
  const all = job.data.again ?? [];
  const from = Number(job.data.after?.slice(againMark.length));
  const outcomes: RecordOutcome[] = [];
  for (const text of all.slice(from, from + againAtOnce)) {
    const [oldest = '', key = ''] = text.split(' ');
    outcomes.push(await undoOne(services, storage, { job, selection, next: [key, Number(oldest)], entries: [], isLast: true }));
  }
  const count = (what: 'changed' | 'kept') => outcomes.filter((outcome) => outcome[what]).length;
  const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const end = from + againAtOnce;
  return {
    seen: 0, // they were counted before
    changed: count('changed'),
    kept: count('kept'),
    ...(refused.length > 0 && { refused }),
    next: end < all.length ? `${againMark}${end}` : null,
  };
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

function undoOne(
  services: RecordServices,
  storage: StorageRow,
  {
    job,
    selection,
    next: [key, oldest],
    entries,
    isLast = false,
  }: { job: Job; selection: Selection; next: Keyed; entries: readonly Entry[]; isLast?: boolean },
): Promise<RecordOutcome> {
  return undoRecord(services, storage, {
    key,
    oldest,
    isSelected: (entry) => isSelected(selection, entry),
    jobId: job.id,
    known: entries.filter((entry) => entry.key === key),
    author: { actor: job.data.createdBy, origin: { jobId: job.id }, telling: tellingOf(storage, job) },
    isLast,
  });
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
    if (i >= Number(number) + emptyHours) return { entries: [], next: `${i}/` };
    const from = i === Number(number) ? lastId : '';
    const { rows } = await services.store.in(history(storage.id)).query({
      where: [['by', 'array-contains', texts[i]]],
      orderBy: [[documentId, 'asc']],
      ...(from === '' ? {} : { startAfter: [from] }),
      limit: perPage,
    });
    if (rows.length === 0) {
      if (i + 1 >= single) {
        i += await emptyAhead(services, storage, texts.slice(i + 1, i + emptyHours));
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
