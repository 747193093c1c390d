import type { FieldProblem, SchemaField, StorageSchema } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { schemas } from '../../../store/collections.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { contradiction } from './contradictions.ts';
import { schemaOf } from './storage-rules.ts';

/** Storages beyond this are not looked at: nobody builds a longer chain. */
const longestChain = 50;

interface Reference {
  readonly field: string;
  readonly storageId: string;
  readonly cascades: boolean;
}

/** @returns references to storages that the project does not have, and deletes that would come back to where they began */
export async function referenceContradictions(
  store: Store,
  { id, data: { projectId } }: StorageRow,
  schema: StorageSchema,
): Promise<FieldProblem[]> {
  const references = referencesOf(schema);
  const targets = await storagesOf(store, projectId, references);
  const unknown = references.filter(({ storageId }) => !targets.has(storageId));
  if (unknown.length > 0) return unknown.map(({ field }) => contradiction(`fields.${field}.storage`, 'schemaStorageUnknown'));
  const circles = await Promise.all(
    references.filter(({ cascades }) => cascades).map(async (reference) => circleFrom(store, { start: id, projectId }, reference)),
  );
  return circles.flat();
}

function referencesOf({ fields }: StorageSchema): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const storageId = isReference(field) ? field.storage : undefined;
    return storageId === undefined ? [] : [{ field: name, storageId, cascades: field.onDelete === 'cascade' }];
  });
}

function isReference({ type, of }: SchemaField): boolean {
  return type === 'reference' || of === 'reference';
}

async function storagesOf(store: Store, projectId: string, references: readonly Reference[]): Promise<Map<string, StorageRow>> {
  const ids = [...new Set(references.map(({ storageId }) => storageId))];
  const rows = await store.storages.getAll(ids);
  return new Map(rows.flatMap((row) => (row && row.data.projectId === projectId && !row.data.archived ? [[row.id, row] as const] : [])));
}

/** A record's delete takes those along that refer to it: the way leads from a storage to the ones that its references name. */
async function circleFrom(
  store: Store,
  { start, projectId }: { start: string; projectId: string },
  { field, storageId }: Reference,
): Promise<FieldProblem[]> {
  const names = new Map([[start, 'this storage']]);
  let ahead = [{ storageId, path: ['this storage'] }];
  while (ahead.length > 0 && names.size < longestChain) {
    const rows = await store.storages.getAll(ahead.map((step) => step.storageId));
    const next: typeof ahead = [];
    for (const [i, row] of rows.entries()) {
      const step = ahead[i];
      if (!row || !step) continue;
      const path = [...step.path, row.id === start ? 'this storage' : row.data.storageName];
      if (row.id === start) return [contradiction(`fields.${field}.onDelete`, 'schemaCircle', { path: path.join(' → ') })];
      if (names.has(row.id) || row.data.projectId !== projectId) continue;
      names.set(row.id, row.data.storageName);
      const further = await cascadesOf(store, row);
      next.push(...further.map((reference) => ({ storageId: reference.storageId, path })));
    }
    ahead = next;
  }
  return [];
}

async function cascadesOf(store: Store, { id, data: { schema } }: StorageRow): Promise<Reference[]> {
  const row = schema ? await store.in(schemas(id)).get(String(schema.version)) : null;
  return row ? referencesOf(schemaOf(row.data)).filter(({ cascades }) => cascades) : [];
}
