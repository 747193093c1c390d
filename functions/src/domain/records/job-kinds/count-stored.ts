import { decodeFields, limits } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records, storages, totals } from '../../../store/collections.ts';
import { type DocumentPath, documentPath } from '../../../store/model/collection.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { Timestamp, withElements } from '../../../store/model/values.ts';
import { create, remove, set, update, type Write } from '../../../store/model/writes.ts';
import type { Job, JobKind, JobPage } from '../jobs/job-kind.ts';
import { added, baseId, documentsOf, fullWrite, isFull, isReady } from '../kept-totals/kept-totals.ts';
import { addRecord, type KeptBy, noSum, numbersOf, type Share, type Shares } from '../kept-totals/share.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';

const perQuery = 300;
const queriesPerPage = 5;
const pageMillis = 4_000;
/** Firestore shows what was an hour ago, and no longer. */
const staleMillis = 45 * 60_000;
const done: JobPage = { seen: 0, changed: 0, kept: 0, next: null };

/** How far the stored records of a total have been counted, as they were at one moment. */
interface Counting {
  readonly version: number;
  readonly readTime: Timestamp;
  readonly after: string | null;
  /** JSON of `Shares`. */
  readonly shares: string;
}

/**
 * Counts the records that were stored before a total was kept. All of them are read as they were at one moment, from which every write
 * brings the total along; what writes had added until that moment is taken off again, as it was then: so nothing is counted twice and
 * nothing is missed, and no writer waits. One read a record. First it removes what ended totals leave.
 * The input's `version` is that of the schema: a later one has a job of its own.
 */
export const countStoredKind: JobKind = {
  async page(services, storage, job) {
    const rules = await rulesOf(services, storage);
    if (!rules || rules.version !== job.data.input.version) return done;
    await removeEnded(services, storage, rules);
    const waiting = rules.totals.filter(({ id }) => !isReady(storage, id) && !isFull(storage, id));
    if (waiting.length === 0) return done;
    return countPage(services, { storage, job, waiting });
  },
};

async function countPage(
  services: RecordServices,
  { storage, job, waiting }: { storage: StorageRow; job: Job; waiting: readonly KeptBy[] },
): Promise<JobPage> {
  const rows = await services.store.getAll(waiting.map(({ id }) => countingPath(storage.id, id)));
  const begun = goesOn(services, rows, job);
  const shares = waiting.map((_, i) => sharesOf(begun ? rows[i]?.data.shares : undefined));
  const read = await readOn(services, storage.id, {
    begun,
    each: (fields) => {
      for (const [i, total] of waiting.entries()) addRecord(shares[i] ?? new Map(), total, { fields, sign: 1 });
    },
  });
  const writes = await Promise.all(
    waiting.map((total, i) => {
      const own = { total, shares: shares[i] ?? new Map(), row: rows[i] ?? null };
      if (own.shares.size > limits.keptTotalValues) return [fullWrite(storage.id, total.id), ...(own.row ? [remove(own.row.path)] : [])];
      return read.after === null
        ? finished(services, storage, { ...own, readTime: read.readTime })
        : [noted(storage, job, { ...own, read })];
    }),
  );
  await services.store.commit(writes.flat());
  return { seen: read.seen, changed: 0, kept: 0, next: read.after };
}

/** @returns where to go on; undefined to begin again, as of now */
function goesOn(services: RecordServices, rows: readonly (Row<Counting> | null)[], job: Job): Counting | undefined {
  const [first] = rows;
  if (!first || first.data.version !== job.data.input.version) return undefined;
  const isOne = rows.every((row) => row?.data.after === first.data.after && row.data.readTime.isEqual(first.data.readTime));
  return isOne && services.now() - first.data.readTime.toMillis() < staleMillis ? first.data : undefined;
}

interface ReadPart {
  readonly readTime: Timestamp;
  readonly after: string | null;
  readonly seen: number;
}

async function readOn(
  { store, now }: RecordServices,
  storageId: string,
  { begun, each }: { begun: Counting | undefined; each: (fields: ReturnType<typeof decodeFields>) => void },
): Promise<ReadPart> {
  const until = now() + pageMillis;
  let readTime = begun?.readTime;
  let after = begun?.after ?? null;
  let seen = 0;
  for (let query = 0; query < queriesPerPage && (query === 0 || now() < until); query += 1) {
    const found = await store.in(records(storageId)).query({
      orderBy: [[documentId, 'asc']],
      ...(after === null ? {} : { startAfter: [after] }),
      limit: perQuery,
      select: ['data'],
      ...(readTime && { readTime }),
    });
    readTime ??= found.readTime;
    for (const { data } of found.rows) each(decodeFields(data.data));
    seen += found.rows.length;
    if (found.rows.length < perQuery) return { readTime, after: null, seen };
    after = found.rows.at(-1)?.id ?? null;
  }
  return { readTime: readTime ?? Timestamp.fromMillis(now()), after, seen };
}

interface Counted {
  readonly total: KeptBy;
  readonly shares: Shares;
  /** The note of the page before. */
  readonly row: Row<Counting> | null;
}

/** Another run that was slower fails, and neither counts a page twice. */
function noted(storage: StorageRow, job: Job, { total, shares, row, read }: Counted & { read: ReadPart }): Write {
  const { readTime, after } = read;
  const counting: Counting = { version: Number(job.data.input.version), readTime, after, shares: JSON.stringify([...shares]) };
  const path = countingPath(storage.id, total.id);
  return row ? update(path, { ...counting }, { lastUpdateTime: row.updateTime }) : create(path, counting);
}

async function finished(
  { store }: RecordServices,
  storage: StorageRow,
  { total, shares, row, readTime }: Counted & { readTime: Timestamp },
): Promise<Write[]> {
  const { rows } = await store.query(documentsOf(storage.id, total.id, readTime));
  const values: Record<string, object> = {};
  for (const [name, share] of without(shares, added(rows, total))) {
    const numbers = numbersOf(share);
    if (Object.keys(numbers).length > 0) values[name] = { ...(share.values !== null && { of: share.values }), ...numbers };
  }
  return [
    set(totals(storage.id).path(baseId(total.id)), { values }),
    ...(row ? [remove(row.path, { lastUpdateTime: row.updateTime })] : []),
    update(storages.path(storage.id), { keptTotals: withElements(total.id) }),
  ];
}

function without(shares: Shares, earlier: Shares): Shares {
  const rest: Shares = new Map(shares);
  for (const [name, { values, records: count, sums }] of earlier) {
    const share = rest.get(name) ?? { values, records: 0, sums: sums.map(() => ({ ...noSum })) };
    rest.set(name, {
      values: share.values,
      records: share.records - count,
      sums: share.sums.map((sum, i) => {
        const { numbers, high, low, unfit } = sums[i] ?? noSum;
        return { numbers: sum.numbers - numbers, high: sum.high - high, low: sum.low - low, unfit: sum.unfit - unfit };
      }),
    });
  }
  return rest;
}

function sharesOf(text: string | undefined): Shares {
  return new Map(JSON.parse(text ?? '[]') as [string, Share][]); // written by `noted`
}

/** Nobody writes to them any more: the job begins when every instance knows the schema. */
async function removeEnded({ store }: RecordServices, storage: StorageRow, rules: StorageRules): Promise<void> {
  const { rows } = await store.in(totals(storage.id)).query({ select: [] });
  const ended = rows.filter(({ id }) => !rules.totals.some((total) => id.startsWith(`${total.id}.`)));
  if (ended.length > 0) await store.commit(ended.map(({ path }) => remove(path)));
}

function countingPath(storageId: string, totalId: string): DocumentPath<Counting> {
  return documentPath(totals(storageId).path(`${totalId}.counting`));
}
