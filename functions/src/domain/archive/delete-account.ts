import type { DeleteAccount } from '@bedplate/contract';
import { invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { apiKeys, sessions, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { confirmIdentity } from '../accounts/confirm-identity.ts';
import { closeBilling } from '../billing/close-billing.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { accountPurgeWrite, purgeAccountNow } from './purge-account.ts';

/**
 * Deletes the caller's account for good, with its people, projects and everything in them. Its plan ends at the payment provider
 * first: what cannot be ended leaves the account as it is. From the commit on nobody gets in, and no key opens anything; a purge
 * removes the rest. Everyone of the account gets a mail.
 * Decision 060.
 * @throws {ApiError} invalid-argument that names `email`, `current_password` or `twoFactorCode`; too-many-requests; conflict or
 * unavailable from the payment provider
 */
export async function deleteAccount(services: Services, caller: Caller, given: DeleteAccount): Promise<void> {
  const { tenantId } = accountOf(caller);
  const user = (await services.store.users.get(caller.uid))?.data;
  if (!user) throw notFound('User');
  if (given.email.trim().toLowerCase() !== user.email) throw invalidField('email', say('emailDiffers'));
  await confirmIdentity(services, { caller, given, isTwoFactorOn: user.is_enable_two_factor });
  const mailIds = await closeBilling(services, tenantId, () => close(services, caller, tenantId));
  log.info('accounts.deleted', { tenantId });
  await waitForPropagation();
  await Promise.all([purgeAccountNow(services, tenantId), ...mailIds.slice(0, atOnce).map((id) => deliver(services, id))]);
}

/** Mails that the call itself sends; the schedule sends the others. */
const atOnce = 5;

/** @returns the mails, that of the caller first */
function close(services: Services, caller: Caller, tenantId: string): Promise<string[]> {
  return services.store.transaction(async (tx) => {
    if (!(await tx.tenants.get(tenantId))) throw notFound('Account');
    const ofAccount = { where: [['tenantId', '==', tenantId]] } as const;
    const [people, keys, own, open] = await Promise.all([
      tx.users.query(ofAccount),
      tx.apiKeys.query(ofAccount),
      tx.projects.query(ofAccount),
      tx.sessions.query({
        where: [
          ['tenantId', '==', tenantId],
          ['revokedAt', '==', null],
        ],
      }),
    ]);
    const now = Timestamp.fromMillis(services.clock());
    const told = people.rows
      .filter(({ id, data }) => id === caller.uid || (data.is_active && data.verifiedAt !== null))
      .sort((a, b) => Number(b.id === caller.uid) - Number(a.id === caller.uid));
    const mails = told.map(({ data: { name, email } }) =>
      newMail(services, { to: { name, address: email }, template: 'account-deleted', values: { name, who: caller.name } }),
    );
    tx.write(
      tenants.remove(tenantId),
      ...keys.rows.map(({ id }) => apiKeys.remove(id)),
      ...people.rows.map(({ id }) => users.update(id, { is_active: false, updatedAt: now })),
      ...open.rows.map(({ id }) => sessions.update(id, { revokedAt: now })),
      accountPurgeWrite(services, {
        tenantId,
        projectIds: own.rows.map(({ id }) => id),
        keyIds: keys.rows.map(({ id }) => id),
        addresses: people.rows.map(({ data }) => data.email),
      }),
      ...mails.map(({ write }) => write),
    );
    return mails.map(({ id }) => id);
  });
}
