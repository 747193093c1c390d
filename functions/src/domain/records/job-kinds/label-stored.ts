import { isDeepStrictEqual } from 'node:util';
import { decodeFields, type RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records, storages } from '../../../store/collections.ts';
import { isFailedPrecondition, isNotFound } from '../../../store/model/firestore-errors.ts';
import type { Row } from '../../../store/model/row.ts';
import { gone, type Timestamp } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { recordPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { labelsOf } from '../write/live-labels.ts';
import { recordPage } from './record-page.ts';

/** Each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
const parts = ['data', 'labels', 'clientId', 'createdAt'] as const;

type Stored = Row<Pick<RecordDocument<Timestamp>, (typeof parts)[number]>>;

/**
 * Gives the records from before the labels that a write of today would give them, and then opens LiveSync by labels. Nothing else of
 * them changes, so that no listener and no receiver hears of it. It begins when every instance writes by these rules.
 * The input's `meaning` is that of the labels; others have a job of their own.
 */
export const labelStoredKind: JobKind = {
  async page(services, storage, job) {
    if (!isMeant(storage, job.data.input.meaning)) return { seen: 0, changed: 0, kept: 0, next: null };
    const { rows, next } = await recordPage(services, storage.id, { job, select: parts });
    const outcomes = await eachAtOnce(rows, atOnce, (row) => label(services, storage, row));
    return { seen: rows.length, changed: outcomes.filter(Boolean).length, kept: 0, next };
  },
  async finish({ store, now }, { id }, job) {
    await store.transaction(async (tx) => {
      const storage = await tx.storages.get(id);
      const access = storage?.data.access;
      if (!access?.labels || !isMeant(storage, job.data.input.meaning)) return;
      const since = Math.max(now(), access.labels.since + 1);
      tx.write(storages.update(id, { access: { ...access, labels: { ...access.labels, isReady: true, since } } }));
    });
  },
};

function isMeant(storage: StorageRow | null, meaning: unknown): storage is StorageRow {
  const labels = storage?.data.access?.labels;
  return labels !== undefined && !labels.isReady && labels.meaning === meaning;
}

/** @returns whether the record had other labels */
async function label(services: RecordServices, storage: StorageRow, { id, data, updateTime }: Stored): Promise<boolean> {
  const labels = labelsOf(storage, {
    id: data.clientId ?? id,
    createdAt: data.createdAt.toMillis(),
    fields: decodeFields(data.data),
  });
  if (isDeepStrictEqual(labels, data.labels)) return false;
  try {
    await services.store.commit([update(recordPath(storage.id, id), { labels, gained: gone }, { lastUpdateTime: updateTime })]);
    return true;
  } catch (error) {
    if (!isFailedPrecondition(error) && !isNotFound(error)) throw error;
    const fresh = await services.store.in(records(storage.id)).get(id);
    return fresh ? label(services, storage, fresh) : false;
  }
}
