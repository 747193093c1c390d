import { log } from '../../../config/log.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { erasures } from '../../../store/collections.ts';
import type { ErasureDocument } from '../../../store/documents/erasure-documents.ts';
import type { Row } from '../../../store/model/row.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { eraseOwn } from './erase-own.ts';
import { forgetRecord } from './forget-record.ts';
import { patienceMillis } from './mark-erased.ts';

const atOnce = 20;
/** A long history does not keep the others waiting. */
const turnMillis = 10_000;

/**
 * Removes what knows an erased record. Every step may be done again.
 * @param until milliseconds since the epoch after which nothing further is begun
 * @returns whether nothing is left
 */
export async function finishErasure(services: RecordServices, { id, data }: Row<ErasureDocument>, until: number): Promise<boolean> {
  try {
    const isDone = (await forgetRecord(services, data, until)) && (!data.withOwn || (await eraseOwn(services, data, until)));
    const dueAt = isDone ? null : Timestamp.fromMillis(services.now() + patienceMillis);
    await services.store.commit([erasures.update(id, { dueAt, ...(isDone ? { recordId: null } : {}) })]);
    return isDone;
  } catch (error) {
    log.warn('records.erasure-late', { storageId: data.storageId, key: data.key }, error);
    await services.store.commit([erasures.update(id, { dueAt: Timestamp.fromMillis(services.now() + patienceMillis) })]);
    return false;
  }
}

/** Finishes what calls have not. Runs on a schedule; one read where there is nothing to do. */
export async function sweepErasures(services: RecordServices, runMillis = 40_000): Promise<void> {
  const until = services.now() + runMillis;
  for (;;) {
    const { rows } = await services.store.erasures.query({
      where: [['dueAt', '<=', Timestamp.fromMillis(services.now())]],
      orderBy: [['dueAt', 'asc']],
      limit: atOnce,
    });
    for (const row of rows) {
      if (services.now() >= until) return;
      await finishErasure(services, row, Math.min(until, services.now() + turnMillis));
    }
    if (rows.length < atOnce) return;
  }
}
