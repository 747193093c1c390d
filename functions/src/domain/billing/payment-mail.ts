import type { Services } from '../../services/services.ts';
import { unique } from '../../store/collections.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { deliver, newMail } from '../mail/outbox.ts';

/** Mails the owner once per invoice about a failed renewal. The dialog has shown failed first payments. */
export async function tellAboutPayment(services: Services, tenantId: string, invoiceId: string): Promise<void> {
  const account = (await services.store.billing.get(tenantId))?.data;
  if (!account?.paymentIssueSince) return;
  const tenant = (await services.store.tenants.get(tenantId))?.data;
  // A suspended account is charged nothing, and its owner could not look.
  const ownerUid = tenant?.active ? tenant.ownerUid : undefined;
  const owner = ownerUid ? (await services.store.users.get(ownerUid))?.data : undefined;
  if (!owner) return;
  const mail = newMail(services, {
    to: { name: owner.name, address: owner.email },
    template: 'payment-failed',
    values: { name: owner.name, link: `${services.config.publicOrigin}/billing` },
  });
  try {
    await services.store.commit([unique.create(`payment-mail-${invoiceId}`, { scope: 'payment-mail', ref: tenantId }), mail.write]);
  } catch (error) {
    if (isAlreadyExists(error)) return;
    throw error;
  }
  await deliver(services, mail.id);
}
