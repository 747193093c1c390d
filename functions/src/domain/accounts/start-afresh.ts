import type { UserDocument } from '@bedplate/contract';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import type { Services } from '../../services/services.ts';
import { apiKeys, credentials, sessions, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { openSessionsOf } from './sessions.ts';

/**
 * Takes from an account everything that opens it, but its owner's own way in: when the owner of an address proves it for the
 * first time, somebody else may have made the account and kept a key or a member. Keys are replaced, members deactivated, and
 * sessions ended; data stays.
 * Decision 053.
 * @param owner whose address was unverified until now
 * @returns the writes, for the transaction that it reads in; none for a member of somebody else's account
 */
export async function startAfresh(
  services: Services,
  tx: Transaction,
  owner: { uid: string; user: UserDocument<Timestamp> },
): Promise<Write[]> {
  const { tenantId } = owner.user;
  const tenant = tenantId ? (await tx.tenants.get(tenantId))?.data : undefined;
  if (!tenantId || tenant?.ownerUid !== owner.uid) return [];
  const keys = await tx.apiKeys.query({ where: [['tenantId', '==', tenantId]] });
  const people = await tx.users.query({ where: [['tenantId', '==', tenantId]] });
  const now = Timestamp.fromMillis(services.clock());
  const pair = makeKeyPair(services.config.tokenPepper);
  const id = apiKeyId(pair.apiKey);
  const members: Write[] = [];
  for (const person of people.rows) if (person.id !== owner.uid) members.push(...(await closed(tx, person.id, now)));
  return [
    ...keys.rows.map((key) => apiKeys.remove(key.id)),
    apiKeys.create(id, apiKeyDocument(pair, services.config.keyEncryptionKey, { tenantId, active: tenant.active, createdAt: now })),
    tenants.update(tenantId, { apiKeyId: id, previousApiKeyId: null, updatedAt: now }),
    ...members,
  ];
}

async function closed(tx: Transaction, uid: string, now: Timestamp): Promise<Write[]> {
  const open = await openSessionsOf(tx, uid);
  const hasCredential = (await tx.credentials.get(uid)) !== null;
  return [
    users.update(uid, { is_active: false, updatedAt: now }),
    ...(hasCredential ? [credentials.update(uid, { linksAfter: now })] : []),
    ...open.rows.map((session) => sessions.update(session.id, { revokedAt: now })),
  ];
}
