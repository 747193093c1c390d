import { type ApiError, invalidField } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Access } from '../query/access.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import type { Expansion } from './parse-expand.ts';
import { ledBy } from './led-by.ts';
import type { Reach } from './reach.ts';
import { referencesTo, referredStorage } from './reference-fields.ts';

/** Where a name of `expand` leads. `storage` is null for one that is archived or gone. */
export type Link =
  | { readonly isForward: true; readonly field: string; readonly storage: StorageRow | null }
  | { readonly isForward: false; readonly field: string; readonly storage: StorageRow };

/** @throws {ApiError} invalid-argument for a name that leads nowhere; permission-denied */
export async function linkOf(
  { services, reach }: { services: RecordServices; reach: Reach },
  storage: StorageRow,
  expansion: Expansion,
): Promise<Link> {
  const { name, by, query } = expansion;
  const { access } = await reach.reachIn(storage);
  const field = isShown(access, name) ? (await rulesOf(services, storage))?.fields.get(name) : undefined;
  const target = field && referredStorage(field);
  if (target === undefined) return backward({ services, reach }, storage, expansion);
  if (by !== undefined || query) throw wrong(`expand: ${name} refers to one record each, so it takes fields and expand only.`);
  const referred = await reach.storage(target);
  if (referred) await ledBy({ name, field: 'expand', verb: 'read' }, () => reach.reachIn(referred));
  return { isForward: true, field: name, storage: referred };
}

async function backward(
  { services, reach }: { services: RecordServices; reach: Reach },
  storage: StorageRow,
  { name, by }: Expansion,
): Promise<Link> {
  const referring = await reach.storageOfKey(name);
  const within = referring && (await ledBy({ name, field: 'expand', verb: 'list' }, () => reach.reachIn(referring)));
  const known = referring ? referencesTo(await rulesOf(services, referring), storage.id) : [];
  const fields = known.filter((field) => isShown(within?.access, field));
  const shown = name.slice(0, 80);
  const [first, second] = fields;
  if (!referring || first === undefined) {
    const { storageKey } = storage.data;
    throw wrong(`expand: ${shown} is neither a reference field of ${storageKey} nor the key of a storage whose fields refer to it.`);
  }
  if (by !== undefined && !fields.includes(by))
    throw wrong(`expand: ${by.slice(0, 80)} is no field of ${shown} that refers to this storage; these do: ${fields.join(', ')}.`);
  if (by === undefined && second !== undefined)
    throw wrong(`expand: several fields of ${shown} refer to this storage: choose one, as in ${shown}(by=${first}).`);
  return { isForward: false, field: by ?? first, storage: referring };
}

/** A hidden field leads nowhere. */
function isShown(access: Access | undefined, field: string): boolean {
  return !access?.hidden.has(field);
}

function wrong(message: string): ApiError {
  return invalidField('expand', message);
}
