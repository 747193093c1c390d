import type { RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Job } from '../jobs/job-kind.ts';

const perPage = 200;

interface RecordPage {
  readonly rows: Row<RecordDocument<Timestamp>>[];
  readonly next: string | null;
}

/**
 * Reads the records after those that a job has worked on, newest first: others that come meanwhile keep the schema already.
 * @param select their parts; by default all, of which the index is by far the largest
 */
export async function recordPage(
  { store }: RecordServices,
  storageId: string,
  { job, select }: { job: Job; select?: readonly (keyof RecordDocument<Timestamp>)[] },
): Promise<RecordPage> {
  const { after } = job.data;
  const { rows } = await store.in(records(storageId)).query({
    orderBy: [[documentId, 'asc']],
    ...(after === null ? {} : { startAfter: [after] }),
    limit: perPage,
    ...(select && { select }),
  });
  return { rows, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
}
