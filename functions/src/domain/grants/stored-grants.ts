import type { Grants, GrantsDocument } from '@bedplate/contract';
import type { Cache } from '../../memory/cache.ts';
import type { InstanceMemory } from '../../memory/instance-memory.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { grants } from '../../store/collections.ts';
import type { Timestamp } from '../../store/model/values.ts';

const memories = new WeakMap<InstanceMemory, Cache<Grants>>();

/** One billed read per instance and version: documents of a version never change. */
export async function storedGrants({ store }: Pick<RecordServices, 'store'>, storageId: string, version: number): Promise<Grants> {
  const known = memories.get(store.memory) ?? store.memory.cache<Grants>({ max: 500 });
  memories.set(store.memory, known);
  const name = `${storageId}/${version}`;
  const found = known.get(name) ?? (await loaded(store, storageId, version));
  known.set(name, found);
  return found;
}

async function loaded(store: RecordServices['store'], storageId: string, version: number): Promise<Grants> {
  const row = await store.in(grants(storageId)).get(String(version));
  if (!row) throw new Error(`storages/${storageId} has no access rules of version ${version}`);
  return grantsIn(row.data);
}

export function grantsIn(document: Pick<GrantsDocument<Timestamp>, 'grants'>): Grants {
  return JSON.parse(document.grants) as Grants; // checked before they were stored
}
