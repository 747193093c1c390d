import { isDeepStrictEqual } from 'node:util';
import { decodeFields, encodeFields, type Json, type RecordDocument } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { beforeJob, records } from '../../../store/collections.ts';
import type { Row } from '../../../store/model/row.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import { keptDays } from '../model/new-job.ts';
import { isoTime } from '../model/present.ts';
import { updateInput } from '../model/record-input.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { writeRecords } from '../write/write-records.ts';
import { eachAtOnce } from './each-at-once.ts';
import type { Job, JobPage } from './job-kind.ts';
import { tellingOf } from './told-once.ts';

type Stored = Row<Pick<RecordDocument<Timestamp>, (typeof changedParts)[number]>>;

/** The parts of a record that its change reads. */
export const changedParts = ['data', 'updatedAt'] as const;

/**
 * A change of one record: fields to set, where `undefined` takes a field away; or the move to the trash. `kept`: it would need one, and
 * there is none for it. Null: it needs none.
 */
export type RecordChange = Made | 'kept' | null;
type Made = Readonly<Record<string, Json | undefined>> | 'trash';

/** Records that are changed at once: each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
const attempts = 5;

interface Changing {
  readonly storage: StorageRow;
  readonly job: Job;
  /** Whether the schema itself asks for the changes: see `RecordWrite`. */
  readonly bySchema?: boolean;
}

/**
 * Changes records one by one, each on the state that was read: a record that somebody else changes meanwhile is read again.
 * With `keepsBefore` the values before the change are stored in its commit.
 * @param change of the record's fields; it must make none of a record that has it already
 * @returns the counts of the page
 */
export async function changeEach(
  services: RecordServices,
  {
    changing: { storage, job, bySchema = false },
    rows,
    change,
  }: { changing: Changing; rows: readonly Stored[]; change: (fields: Record<string, Json>, id: string) => RecordChange },
): Promise<Omit<JobPage, 'next'>> {
  const changing = { storage, job, bySchema };
  const outcomes = await eachAtOnce(rows, atOnce, (first) => changeOne(services, { changing, first, change }));
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  return { seen: rows.length, changed: count('changed'), kept: count('kept') };
}

async function changeOne(
  services: RecordServices,
  {
    changing: { storage, job, bySchema = false },
    first,
    change,
  }: { changing: Changing; first: Stored; change: (fields: Record<string, Json>, id: string) => RecordChange },
): Promise<'changed' | 'kept' | 'same'> {
  let row: Stored | null = first;
  for (let attempt = 0; row && attempt < attempts; attempt += 1) {
    const fields = decodeFields(row.data.data);
    const wanted = change(fields, row.id);
    if (wanted === null) return 'same';
    if (wanted === 'kept') return wanted;
    const write = { ...writeOf(storage, row, wanted), bySchema };
    try {
      await writeRecords(services, [write], {
        actor: job.data.createdBy,
        origin: { jobId: job.id },
        ...tellingOf(storage, job),
        ...(job.data.keepsBefore && {
          hook: {
            alsoWrites: ([result]) => [before(services, job, { id: first.id, fields, wanted, after: result?.data?.updatedAt ?? null })],
          },
        }),
      });
      return isOfIndexAlone(fields, wanted) ? 'same' : 'changed';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'conflict' && error.code !== 'not-found') return 'kept';
    }
    row = await services.store.in(records(storage.id)).get(first.id);
  }
  return row ? 'kept' : 'same';
}

/** Nobody would see a change of a value that got the index of another type. */
function isOfIndexAlone(fields: Readonly<Record<string, Json>>, wanted: Made): boolean {
  return wanted !== 'trash' && Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(fields[name], value));
}

function writeOf(storage: StorageRow, { id, data }: Stored, wanted: Made): RecordWrite {
  const common = { storage, id, where: '', ifUpdatedAt: isoTime(data.updatedAt) };
  if (wanted === 'trash') return { ...common, op: 'delete', permanent: false, toTrash: true };
  const input = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, value === undefined ? { $unset: true } : value]));
  return { ...common, op: 'update', input: updateInput(input) };
}

interface Replaced {
  readonly id: string;
  readonly fields: Readonly<Record<string, Json>>;
  readonly wanted: Made;
  readonly after: string | null;
}

function before({ now }: RecordServices, job: Job, { id, fields, wanted, after }: Replaced): Write {
  const names = wanted === 'trash' ? [] : Object.keys(wanted);
  return beforeJob(job.id).set(id, {
    fields: encodeFields(
      Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name] ?? null])),
    ),
    missing: names.filter((name) => !Object.hasOwn(fields, name)),
    trashed: wanted === 'trash',
    after,
    expiresAt: Timestamp.fromMillis(now() + keptDays * 86_400_000),
  });
}
