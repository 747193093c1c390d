import type { SpendCap } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { ApiKeyDocument } from '../../store/documents/documents.ts';
import { capUseId } from './cap-period.ts';
import { keyScope } from './cap-scopes.ts';

/** @returns credits used of caps in their present periods, by the name of the scope: one read each */
export async function usedOfCaps(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  scopes: readonly { name: string; cap: SpendCap }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.capUse.getAll(
    scopes.map(({ name, cap }) => capUseId(name, cap.per, clock())),
    ['used'],
  );
  return new Map(scopes.map(({ name }, at) => [name, rows[at]?.data.used ?? 0]));
}

/** @returns credits used of the caps of keys, by the key's id; keys without a cap are not read */
export async function usedOfKeyCaps(
  services: Pick<Services, 'store' | 'clock'>,
  keys: readonly { id: string; data: ApiKeyDocument }[],
): Promise<ReadonlyMap<string, number>> {
  const capped = keys.flatMap(({ id, data: { limits } }) => (limits?.cap ? [{ id, name: keyScope(id), cap: limits.cap }] : []));
  const used = await usedOfCaps(services, capped);
  return new Map(capped.map(({ id, name }) => [id, used.get(name) ?? 0]));
}
