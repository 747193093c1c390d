import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { notFound } from '../../errors/api-error.ts';
import type { ApiServices } from './api-services.ts';

/** The account's owner, to whom the key pair belongs and a mail about a purge goes; the activity log names the key. Two reads. */
export async function accountOwner({ store }: ApiServices, { tenantId, keyId }: ApiCaller): Promise<Caller> {
  const tenant = (await store.tenants.get(tenantId))?.data;
  const user = tenant && (await store.users.get(tenant.ownerUid, ['email']))?.data;
  if (!tenant) throw notFound('Account');
  const { ownerUid, ownerName: name } = tenant;
  const owner = { uid: ownerUid, name };
  return { uid: keyId, sid: '', role: 'admin', tenantId, projectId: null, owner, name, email: user?.email ?? '' };
}
