import type { CollectionPath } from '../../../store/model/collection.ts';
import { limits } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import {
  appDeletions,
  appSessions,
  appUserTokens,
  beforeJob,
  deliveries,
  departed,
  history,
  keptFiles,
  trash,
} from '../../../store/collections.ts';
import type { ErasureDocument } from '../../../store/documents/erasure-documents.ts';
import { documentId, type FieldCondition, type QuerySpec } from '../../../store/model/query-spec.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { remove, type Write } from '../../../store/model/writes.ts';
import { endKeptFiles } from '../kept-files/end-kept-files.ts';
import { forgetValues } from '../kept-totals/forget-values.ts';
import { keptFileIds } from '../model/kept-file-id.ts';
import { entryIds } from '../history/entry-id.ts';

const pageSize = 100;

/**
 * Removes the history of an erased record, the values that totals and jobs keep of it, its webhook deliveries, and the sessions and codes of a user.
 * A delivery that waits is sent first: receivers have to hear that the record is gone.
 * @returns whether nothing is left
 */
export async function forgetRecord(services: RecordServices, erased: ErasureDocument, until: number): Promise<boolean> {
  const { storageId, key } = erased;
  const named: FieldCondition[] = [
    ['storageId', '==', storageId],
    ['key', '==', key],
  ];
  const specs: QuerySpec[] = [
    between(history(storageId).name, entryIds(key)),
    between(departed(storageId).name, [`${key}-`, `${key}-~`]),
    { from: appSessions.name, where: named },
    { from: appUserTokens.name, where: named },
  ];
  for (const spec of specs) if (!(await emptied(services, spec, until))) return false;
  if (!(await withoutFiles(services, erased, until))) return false;
  if (erased.hasTotals) await forgetValues(services, storageId);
  await services.store.commit([appDeletions.remove(key), ...(await shorterMark(services, erased))]);
  return (await withoutValues(services, erased)) && (await withoutDeliveries(services, erased));
}

/** Files that its history has kept. @returns whether none is left */
async function withoutFiles(services: RecordServices, { storageId, key }: ErasureDocument, until: number): Promise<boolean> {
  for (;;) {
    const spec = between(keptFiles(storageId).name, keptFileIds(key));
    const { rows } = await services.store.query({ ...spec, limit: pageSize });
    if (rows.length === 0) return true;
    if (!(await endKeptFiles(services, rows)) || services.now() >= until) return false;
  }
}

/** The mark that tells listeners of the deletion otherwise stays as long as the storage keeps its history, with an id that may name a person. */
async function shorterMark({ store }: RecordServices, { storageId, key, erasedAt }: ErasureDocument): Promise<Write[]> {
  const marks = trash(storageId);
  const mark = (await store.in(marks).get(key, ['expiresAt']))?.data;
  const expiresAt = Timestamp.fromMillis(erasedAt.toMillis() + limits.tombstoneDays * 86_400_000);
  return mark?.expiresAt && mark.expiresAt.toMillis() > expiresAt.toMillis() ? [marks.update(key, { expiresAt })] : [];
}

function between<T>(from: CollectionPath<T>, [first, last]: readonly [string, string]): QuerySpec<T> {
  return { from, orderBy: [[documentId, 'asc']], startAt: [first], endAt: [last] };
}

async function emptied({ store, now }: RecordServices, spec: QuerySpec, until: number): Promise<boolean> {
  for (;;) {
    const { rows } = await store.query({ ...spec, limit: pageSize, select: [] });
    if (rows.length > 0) await store.commit(rows.map(({ path }) => remove(path)));
    if (rows.length < pageSize) return true;
    if (now() >= until) return false;
  }
}

/** Jobs stay thirty days, so a storage has few. */
async function withoutValues({ store }: RecordServices, { storageId, key }: ErasureDocument): Promise<true> {
  const { rows } = await store.recordJobs.query({ where: [['storageId', '==', storageId]], select: ['keepsBefore'] });
  const keeping = rows.filter(({ data }) => data.keepsBefore);
  const found = await store.getAll(
    keeping.map(({ id }) => beforeJob(id).path(key)),
    [],
  );
  const paths = found.flatMap((row) => row?.path ?? []);
  if (paths.length > 0) await store.commit(paths.map((path) => remove(path)));
  return true;
}

/** @returns whether none waits */
async function withoutDeliveries({ store }: RecordServices, { storageId, recordId }: ErasureDocument): Promise<boolean> {
  if (recordId === null) return true;
  const endpoints = await store.endpoints.query({ where: [['storageId', '==', storageId]], select: [] });
  let waiting = 0;
  for (const { id } of endpoints.rows) {
    const { rows } = await store.deliveries.query({
      where: [
        ['endpointId', '==', id],
        ['recordId', '==', recordId],
      ],
      select: ['state'],
    });
    const done = rows.filter(({ data }) => data.state !== 'pending');
    waiting += rows.length - done.length;
    for (let i = 0; i < done.length; i += pageSize) await store.commit(done.slice(i, i + pageSize).map((row) => deliveries.remove(row.id)));
  }
  return waiting === 0;
}
