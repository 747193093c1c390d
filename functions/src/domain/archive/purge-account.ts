import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import {
  activity,
  apiKeys,
  authTokens,
  backupParts,
  backups,
  billing,
  billingOps,
  boughtCredits,
  callSums,
  capUse,
  challenges,
  creditLedger,
  credentials,
  deliveries,
  endpoints,
  erasures,
  fileUsage,
  keyUse,
  mail,
  projects,
  sessions,
  storages,
  subscriptions,
  unique,
  usage,
  usageParts,
  usedDiscounts,
  users,
} from '../../store/collections.ts';
import type { Condition } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { remove, set, update, type Write } from '../../store/model/writes.ts';
import { removeMessage } from './sweep-feedback.ts';
import { endUploads } from '../files/end-uploads.ts';
import { forgetRequests } from '../requests/forget-requests.ts';
import { removeAuthUser } from '../accounts/auth-users.ts';
import { addressClaimId } from '../accounts/find-user.ts';
import {
  type AccountPurge,
  archivePurgePath,
  patienceMillis,
  accountPurgePath,
  purges,
  purgeWrite,
  removeAll,
  removeFolder,
} from './purges.ts';

/** Requests that began before the deletion have ended by then, so what they wrote is also removed. */
const lastRoundMillis = 20 * 60_000;
/** Collections whose documents name their account. */
const named = [
  sessions,
  projects,
  apiKeys,
  endpoints,
  usage,
  capUse,
  callSums,
  subscriptions,
  creditLedger,
  usedDiscounts,
  activity,
  erasures,
] as const;

/** The write that lets everything of an account go, for the commit that removes the account itself. */
export function accountPurgeWrite(
  { clock }: Pick<Services, 'clock'>,
  account: Pick<AccountPurge, 'tenantId' | 'projectIds' | 'keyIds' | 'addresses'>,
): Write {
  const now = clock();
  const times = { createdAt: Timestamp.fromMillis(now), dueAt: Timestamp.fromMillis(now + patienceMillis) };
  return set(accountPurgePath(account.tenantId), { kind: 'account', ...account, ...times } satisfies AccountPurge);
}

/** Removes after the commit what a call has time for; the sweep does the rest. */
export async function purgeAccountNow(services: Services, tenantId: string, millis = 5_000): Promise<void> {
  const row = await services.store.get(accountPurgePath(tenantId));
  if (row) await purgeAccount(services, row, services.clock() + millis);
}

/**
 * Removes everything of an account, and hands its storages to their own purges. Every step may be done again. The last round begins
 * after earlier requests have ended, and when nothing is left of any storage.
 */
export async function purgeAccount(services: Services, { data, path }: Row<AccountPurge>, until: number): Promise<void> {
  const { store, clock } = services;
  const isLate = clock() >= data.createdAt.toMillis() + lastRoundMillis;
  try {
    const isDone = await isEmptied(services, data, until);
    const { rows } = await store.query({ from: purges.name, where: [['tenantId', '==', data.tenantId]], limit: 2 });
    if (isDone && isLate && rows.length === 1) return void (await store.commit([remove(path)]));
  } catch (error) {
    log.warn('accounts.purge-late', { tenantId: data.tenantId }, error);
  }
  await store.commit([update(path, { dueAt: Timestamp.fromMillis(clock() + patienceMillis) })]);
}

/** @returns whether there was time for all of it */
async function isEmptied(services: Services, account: AccountPurge, until: number): Promise<boolean> {
  const { store } = services;
  const { tenantId, projectIds, keyIds } = account;
  if (!(await withoutPeople(services, tenantId, until))) return false;
  if (!(await withoutStorages(services, tenantId, until))) return false;
  if (!(await withoutBackups(services, tenantId, until))) return false;
  if (!(await endUploads(services.records, tenantId))) return false; // addresses without their documents could not be closed
  for (const { name } of named) if (!(await removeAll(services, name, { where: [['tenantId', '==', tenantId]], until }))) return false;
  for (const id of projectIds) if (!(await removeAll(services, deliveries.name, { where: [['projectId', '==', id]], until }))) return false;
  for (const id of projectIds) if (!(await forgetRequests(services, id, until))) return false;
  const months: Condition[] = [
    ['scope', '>=', `${tenantId}_`],
    ['scope', '<', `${tenantId}_~`],
  ];
  if (!(await removeAll(services, usageParts.name, { where: months, until }))) return false;
  if (!(await withoutFeedback(services, tenantId, until))) return false;
  await removeMails(services, account);
  for (const folder of [`tenants/${tenantId}/`, `thumbnails/tenants/${tenantId}/`, `backups/${tenantId}/`])
    if (!(await removeFolder(services, folder, until))) return false;
  const own = [billing, billingOps, boughtCredits, fileUsage].map((each) => each.remove(tenantId));
  await store.commit([remove(archivePurgePath(tenantId)), ...own, ...keyIds.map((id) => keyUse.remove(id))]);
  return true;
}

/** The list of what a backup holds lies below it. @returns whether nothing is left */
async function withoutBackups(services: Services, tenantId: string, until: number): Promise<boolean> {
  for (;;) {
    const { rows } = await services.store.backups.query({ where: [['tenantId', '==', tenantId]], limit: 100, select: [] });
    if (rows.length === 0) return true;
    for (const { id } of rows) {
      if (!(await removeAll(services, backupParts(id).name, { where: [], until }))) return false;
      await services.store.commit([backups.remove(id)]);
    }
  }
}

/** Firebase's user first: without the person's document nobody would find it any more. @returns whether none is left */
async function withoutPeople(services: Services, tenantId: string, until: number): Promise<boolean> {
  const { store } = services;
  const { rows } = await store.users.query({ where: [['tenantId', '==', tenantId]] });
  for (const { id: uid, data } of rows) {
    if (services.clock() >= until) return false;
    await removeAuthUser(services, uid);
    const links = await store.authTokens.query({ where: [['uid', '==', uid]] });
    await store.commit([
      ...links.rows.map(({ id }) => authTokens.remove(id)),
      credentials.remove(uid),
      challenges.remove(uid),
      unique.remove(addressClaimId(data.email)),
      users.remove(uid),
    ]);
  }
  return true;
}

/** The storages' own purges remove what is below, once no instance takes records for them. @returns whether none is left */
async function withoutStorages(services: Services, tenantId: string, until: number): Promise<boolean> {
  const { rows } = await services.store.storages.query({ where: [['tenantId', '==', tenantId]] });
  for (const { id, data } of rows) {
    if (services.clock() >= until) return false;
    await services.store.commit([storages.remove(id), purgeWrite(services, id, data)]);
  }
  return true;
}

/** @returns whether none is left */
async function withoutFeedback(services: Services, tenantId: string, until: number): Promise<boolean> {
  const { rows } = await services.store.feedback.query({ where: [['tenantId', '==', tenantId]] });
  for (const { id } of rows) if (!(await removeMessage(services, id, until))) return false;
  return true;
}

/** Not those that still have to be sent, such as the one about the deletion itself: they expire. */
async function removeMails({ store }: Services, { addresses }: AccountPurge): Promise<void> {
  for (const address of addresses) {
    const { rows } = await store.mail.query({ where: [['to.address', '==', address]] });
    const done = rows.filter(({ data }) => data.delivery.state === 'success' || data.delivery.state === 'failed');
    await store.bulk(done.map(({ id }) => mail.remove(id)));
  }
}
