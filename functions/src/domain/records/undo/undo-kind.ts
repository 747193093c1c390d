import type { RecordServices } from '../../../services/record-services.ts';
import { history } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import type { Job, JobKind } from '../jobs/job-kind.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { entriesBetween, type Entry } from '../history/entries.ts';
import { anyRevision } from '../history/entry-id.ts';
import { longestWalk } from '../history/read-history.ts';
import { isSelected, Selection, textsOf } from './selection.ts';
import { undoRecord } from './undo-record.ts';

const perPage = 300;
/** Records that are changed at once: each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
/** Hours in which nothing was written, looked at in one page. */
const emptyHours = 3_000;
/** Hours that one query asks for: it takes thirty values (https://firebase.google.com/docs/firestore/quotas). */
const hoursAtOnce = 30;

/** Takes back the changes that its input selects, oldest hour first. What others changed since stays. */
export const undoChangesKind: JobKind = {
  async page(services, storage, job) {
    const selection = Selection.parse(job.data.input);
    const found = await nextEntries(services, storage, { selection, after: job.data.after });
    const keys = oldestByKey(found.entries.filter((entry) => isSelected(selection, entry)));
    const { entries } = found;
    const outcomes = await eachAtOnce(keys, atOnce, (next) => undoOne(services, storage, { job, selection, next, entries }));
    const count = (what: 'changed' | 'kept') => outcomes.filter((outcome) => outcome[what]).length;
    return { seen: keys.length, changed: count('changed'), kept: count('kept'), next: found.next };
  },
};

function undoOne(
  services: RecordServices,
  storage: StorageRow,
  {
    job,
    selection,
    next: [key, oldest],
    entries,
  }: { job: Job; selection: Selection; next: readonly [string, number]; entries: readonly Entry[] },
): Promise<{ changed: boolean; kept: boolean }> {
  return undoRecord(services, storage, {
    key,
    oldest,
    isSelected: (entry) => isSelected(selection, entry),
    jobId: job.id,
    known: entries.filter((entry) => entry.key === key),
    author: { actor: job.data.createdBy, origin: { jobId: job.id } },
  });
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
): Promise<{ entries: Entry[]; next: string | null }> {
  if (selection.record !== null) {
    const { record: key } = selection;
    return { entries: await entriesBetween(services, storage, { key, newest: anyRevision, oldest: 0, limit: longestWalk }), next: null };
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
    const taken = whole.length > 0 ? whole : rows;
    const isEnd = rows.length < perPage;
    const next = isEnd ? (i + 1 < texts.length ? `${i + 1}/` : null) : `${i}/${taken.at(-1)?.id ?? ''}`;
    return { entries: taken.map(({ data }) => data), next };
  }
  return { entries: [], next: null };
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
