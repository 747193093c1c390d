import type { Json } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import { type Catalogue, catalogueOf, growth, knowsAll } from './catalogue.ts';
import { incomplete, indexRecord, type RecordIndex } from './index-record.ts';
import { indexedLeaves, type Leaf, leavesOf } from './leaves.ts';
import { storagePath } from '../model/paths.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { update } from '../../../store/model/writes.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadTypedForms = lazily(() => import('./typed-forms.ts'));

/**
 * Indexes records, after adding fields that the storage did not have yet to its catalogue: one transaction on the storage
 * document per new set of fields, none for records like those before.
 */
export async function prepareIndexes(
  services: RecordServices,
  storage: StorageRow,
  records: readonly Record<string, Json>[],
): Promise<RecordIndex[]> {
  const all = records.map((fields) => leavesOf(fields));
  const leaves = all.flatMap((ofOne) => ofOne.slice(0, indexedLeaves));
  const known = catalogueOf(storage.data);
  const catalogue = grows(storage, known, leaves) ? await growCatalogue(services, storage.id, leaves) : known;
  const forms = catalogue.isTyped ? (await loadTypedForms()).typedForms : undefined;
  const indexes = records.map((fields, i) => indexRecord(catalogue, fields, { leaves: all[i], forms }));
  if (!catalogue.wide && indexes.some(({ known }) => known === incomplete)) {
    await services.store.commit([update(storagePath(storage.id), { 'profile.wide': true })]);
  }
  return indexes;
}

/** False also for what a full catalogue cannot take. */
export function grows(storage: StorageRow, catalogue: Catalogue, leaves: readonly Leaf[]): boolean {
  return !knowsAll(catalogue, leaves) && growth(storage.data.fields, leaves, Timestamp.fromMillis(0)) !== null;
}

/** Fields added together share `firstSeen`, which is later than all before: see the catalogue's growth steps. */
function growCatalogue(services: RecordServices, storageId: string, leaves: readonly Leaf[]): Promise<Catalogue> {
  return services.store.transaction(async (tx) => {
    const row = await tx.get(storagePath(storageId));
    if (!row) throw notFound('Storage');
    const { fields } = row.data;
    const newest = Object.values(fields).reduce((latest, { firstSeen }) => Math.max(latest, firstSeen.toMillis()), 0);
    const changed = growth(fields, leaves, Timestamp.fromMillis(Math.max(services.now(), newest + 1)));
    if (!changed) return catalogueOf(row.data);
    tx.write(update(row.path, Object.fromEntries(Object.entries(changed).map(([code, entry]) => [`fields.${code}`, entry]))));
    return catalogueOf({ ...row.data, fields: { ...fields, ...changed } });
  });
}
