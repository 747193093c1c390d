import type { SiteDemo } from '@bedplate/contract';
import { ourApiKeyId } from '../../crypto/key-pair.ts';
import { type ApiError, invalidField, type SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { ScopedKeyDocument } from '../../store/documents/documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { rulesOf } from '../records/schema/storage-rules.ts';

/**
 * Finds the storage that a key opens to visitors of the landing page. Strangers call with the key, so it must be harmless: it reads and
 * updates one storage and has a cap, and the storage takes nothing but fields of its schema, of which only numbers, flags and choices change.
 * @throws {ApiError} invalid-argument that says what the key or its storage lacks
 */
export async function demoOf(services: Services, apiKey: string): Promise<SiteDemo> {
  const keyId = ourApiKeyId(services.config.tokenPepper, apiKey);
  const key = keyId === undefined ? undefined : (await services.store.apiKeys.get(keyId))?.data;
  if (key?.kind !== 'scoped' || !key.active || key.expiresAt) throw lacks('demoKey');
  if (!isNarrow(key)) throw lacks('demoRights');
  if (!key.limits?.cap) throw lacks('demoCap');
  const storage = await services.store.storages.get(key.storages[0] ?? '');
  if (!storage || storage.data.archived) throw lacks('demoRights');
  if (!(await isClosed(services, storage))) throw lacks('demoSchema');
  return { projectId: key.projectId, storageId: storage.id, storageKey: storage.data.storageKey, apiKey };
}

function isNarrow({ verbs, storages }: ScopedKeyDocument): boolean {
  const isOne = storages.length === 1 && !storages.includes('*');
  return isOne && verbs.length === 2 && verbs.includes('read') && verbs.includes('update');
}

/** Of values of these types every one is harmless to look at. */
const countable: ReadonlySet<string> = new Set(['number', 'integer', 'decimal', 'boolean', 'enum']);

async function isClosed(services: Services, storage: StorageRow): Promise<boolean> {
  const rules = await rulesOf(services, storage);
  if (!rules?.closed || (rules.state !== 'enforce' && rules.state !== 'arming')) return false;
  return [...rules.fields.values()].every(({ type, readOnly, computed }) => readOnly || computed || countable.has(type));
}

function lacks(key: SentenceKey): ApiError {
  return invalidField('apiKey', say(key));
}
