import type { RecordServices } from '../../../services/record-services.ts';
import { backupParts } from '../../../store/collections.ts';
import { documentId, type FieldCondition } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import { type Job, type JobKind, type JobPage, reasonOf, type Refusal } from '../jobs/job-kind.ts';
import { deletedPath, recordPath, recordsPath } from '../model/paths.ts';
import { isoTime } from '../model/present.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { parseRanges } from '../snapshots/range.ts';
import type { RecordLine } from '../snapshots/record-line.ts';
import { bodyFields, type RecordBody } from '../write/record-changes.ts';
import { linesOf } from './lines-of.ts';
import { planRestore } from './plan-restore.ts';
import { againMark, mostAgain, restoreAgain } from './restore-again.ts';
import { meansSome, RestoreInput } from './restore-input.ts';
import { keptFor, written } from './restored-write.ts';

/** Records of the backup in one page: their objects hold a few thousand. */
const linesOfPage = 500;
const presentAtOnce = 500;
/** Records that are changed at once: each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
/** Records that are made in one commit. */
const madeAtOnce = 100;
const attempts = 5;

/**
 * Brings records of a backup back, in the order of their keys. A record that is as it was costs the read that tells so; one that is missing
 * one for the trash and its write. All of it may be done again: what has been brought back does not differ any more.
 */
export const restoreKind: JobKind = {
  async page(services, storage, job) {
    const input = RestoreInput.parse(job.data.input);
    const part = await services.store.in(backupParts(input.backupId)).get(input.from);
    if (!part) throw new Error('The backup is not there any more.');
    const ranges = parseRanges(part.data.ranges);
    if (job.data.after?.startsWith(againMark)) return restoreAgain(services, storage, { job, input, ranges });
    const { at, after } = placeOf(job.data.after);
    const range = ranges[at];
    if (!range) return { seen: 0, changed: 0, kept: 0, next: null };
    const all = (await linesOf(services, storage, { input, range })).filter(({ key }) => after === '' || key > after);
    const lines = all.slice(0, linesOfPage);
    const isEnd = lines.length === all.length;
    const last = isEnd ? range.last : (lines.at(-1)?.key ?? null);
    const span = { after: after || range.after, last };
    const done = await restoreSpan(services, storage, { job, input, lines, span });
    const hasAgain = (job.data.again?.length ?? 0) + (done.again?.length ?? 0) > 0;
    const afterLast = hasAgain ? `${againMark}0` : null;
    return { ...done, next: isEnd ? (at + 1 < ranges.length ? `${at + 1}/` : afterLast) : `${at}/${last}` };
  },
};

/** @returns the number of a range and the last key of it that is done, as in "3/abc" */
function placeOf(after: string | null): { at: number; after: string } {
  const [at = '0', key = ''] = after?.split('/') ?? [];
  return { at: Number(at), after: key };
}

interface Restored {
  readonly job: Job;
  readonly input: RestoreInput;
  readonly lines: readonly RecordLine[];
  /** The keys after which, and up to which, the lines hold every record of their time. */
  readonly span: { readonly after: string | null; readonly last: string | null };
}

async function restoreSpan(services: RecordServices, storage: StorageRow, restored: Restored): Promise<Omit<JobPage, 'next'>> {
  const { job, input, lines } = restored;
  const present = await presentIn(services, storage, restored);
  const known = new Set(lines.map(({ key }) => key));
  const isExact = input.mode === 'exact' && !meansSome(input);
  const extra = isExact ? [...present.values()].filter(({ id }) => !known.has(id)) : [];
  const made = new Set(
    input.isTrial ? [] : await makeMissing(services, storage, { job, lines: lines.filter(({ key }) => !present.has(key)) }),
  );
  const left = lines.filter(({ key }) => !made.has(key));
  const outcomes: Outcome[] = [
    ...[...made].map(() => ({ isChanged: true, isKept: false })),
    ...(await eachAtOnce(left, atOnce, (line) =>
      restoreOne(services, storage, { job, input, line, first: present.get(line.key) ?? null }),
    )),
    ...(await eachAtOnce(extra, atOnce, (row) => removeOne(services, storage, { job, input, row }))),
  ];
  const refused = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const again = outcomes.flatMap(({ again: key }) => key ?? []);
  return {
    seen: outcomes.length,
    changed: outcomes.filter(({ isChanged }) => isChanged).length,
    kept: outcomes.filter(({ isKept }) => isKept).length,
    ...(refused.length > 0 && { refused }),
    ...(again.length > 0 && { again }),
  };
}

/**
 * Makes records that are gone without a trace, many in one commit: nobody waits for them. One read each. A commit that is refused makes none.
 * @returns the keys of those that were made; those with files, in the trash or refused are looked at one by one
 */
async function makeMissing(
  services: RecordServices,
  storage: StorageRow,
  { job, lines }: { job: Job; lines: readonly RecordLine[] },
): Promise<string[]> {
  const plain = lines.filter(({ files }) => !files);
  const rows = await services.store.getAll(plain.map(({ key }) => deletedPath(storage.id, key)));
  const gone = plain.filter((_, i) => rows[i]?.data.kind !== 'trash' && !rows[i]?.data.erased);
  const made: string[] = [];
  for (let i = 0; i < gone.length; i += madeAtOnce) {
    const batch = gone.slice(i, i + madeAtOnce);
    const writes = batch.flatMap((line) => planRestore(storage, { line, live: null, deleted: null }, 'missing').writes);
    if (!(await written(services, storage, { job, writes }))) made.push(...batch.map(({ key }) => key));
  }
  return made;
}

/** One read for each live record, and at least one. */
async function presentIn(
  { store }: RecordServices,
  storage: StorageRow,
  { input, lines, span }: Restored,
): Promise<Map<string, Row<RecordBody>>> {
  if (meansSome(input)) {
    const rows = await store.getAll<RecordBody>(
      lines.map(({ key }) => recordPath(storage.id, key)),
      bodyFields,
    );
    return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  }
  const found = new Map<string, Row<RecordBody>>();
  let { after } = span;
  for (;;) {
    const { rows } = await store.query<RecordBody>({
      from: recordsPath(storage.id),
      ...(span.last === null ? {} : { where: [[documentId, '<=', span.last] satisfies FieldCondition] }),
      orderBy: [[documentId, 'asc']],
      ...(after === null ? {} : { startAfter: [after] }),
      limit: presentAtOnce,
      select: bodyFields,
    });
    for (const row of rows) found.set(row.id, row);
    if (rows.length < presentAtOnce) return found;
    after = rows.at(-1)?.id ?? after;
  }
}

interface Outcome {
  readonly isChanged: boolean;
  readonly isKept: boolean;
  readonly refusal?: Refusal;
  /** The key of a record whose id or values another one holds, which this restore may be yet to change. */
  readonly again?: string;
}

async function restoreOne(
  services: RecordServices,
  storage: StorageRow,
  { job, input, line, first }: { job: Job; input: RestoreInput; line: RecordLine; first: Row<RecordBody> | null },
): Promise<Outcome> {
  let live: RecordBody | null = first?.data ?? null;
  for (let attempt = 1; ; attempt += 1) {
    const path = deletedPath(storage.id, line.key);
    const deleted = live ? null : ((await services.store.get(path))?.data ?? null);
    const { writes, lacksFile } = planRestore(storage, { line, live, deleted, kept: await keptFor(services, storage, line) }, input.mode);
    if (input.isTrial) return { isChanged: writes.length > 0, isKept: lacksFile };
    if (writes.length === 0) return { isChanged: live !== null && isBroughtBack(storage, { job, line, live }), isKept: lacksFile };
    const refused = await written(services, storage, { job, writes });
    if (!refused) return { isChanged: true, isKept: lacksFile };
    if (refused.code === 'already-exists' && (job.data.again?.length ?? 0) < mostAgain)
      return { isChanged: false, isKept: false, again: line.key };
    const isRace = refused.code === 'conflict' || refused.code === 'not-found' || refused.code === 'already-exists';
    if (!isRace || attempt >= attempts)
      return { isChanged: false, isKept: true, refusal: { id: line.id ?? line.key, ...reasonOf(refused) } };
    live = (await services.store.get<RecordBody>(recordPath(storage.id, line.key), bodyFields))?.data ?? null;
  }
}

/** Whether it became what it was since the job began: a run of this page that was killed is not counted yet. */
function isBroughtBack(storage: StorageRow, { job, line, live }: { job: Job; line: RecordLine; live: RecordBody }): boolean {
  const isRecent = live.updatedAt.toMillis() >= job.data.createdAt.toMillis();
  return isRecent && planRestore(storage, { line, live, deleted: null }, 'changed').writes.length === 0;
}

/** A record that was made since goes to the trash, also where deleting is for good otherwise. */
async function removeOne(
  services: RecordServices,
  storage: StorageRow,
  { job, input, row }: { job: Job; input: RestoreInput; row: Row<RecordBody> },
): Promise<Outcome> {
  if (input.isTrial) return { isChanged: true, isKept: false };
  const common = { storage, where: '', id: row.id, ifUpdatedAt: isoTime(row.data.updatedAt) };
  const writes: RecordWrite[] = [{ op: 'delete', ...common, permanent: false, toTrash: true }];
  const refused = await written(services, storage, { job, writes });
  return refused
    ? { isChanged: false, isKept: true, refusal: { id: row.data.clientId ?? row.id, ...reasonOf(refused) } }
    : { isChanged: true, isKept: false };
}
