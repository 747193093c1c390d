import type { Services } from '../../services/services.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { collections } from '../../store/collections.ts';
import { deliver, queueMail } from '../mail/outbox.ts';

/** Tells the owner once per invoice that a renewal could not be collected. Failed first payments were shown in the dialog. */
export async function tellAboutPayment(services: Services, tenantId: string, invoiceId: string): Promise<void> {
  const { billing, tenants, users, unique } = collections(services.db);
  const account = (await billing.doc(tenantId).get()).data();
  if (!account?.paymentIssueSince) return;
  const ownerUid = (await tenants.doc(tenantId).get()).data()?.ownerUid;
  const owner = ownerUid ? (await users.doc(ownerUid).get()).data() : undefined;
  if (!owner) return;
  const batch = services.db.batch();
  batch.create(unique.doc(`payment-mail-${invoiceId}`), { scope: 'payment-mail', ref: tenantId });
  const id = queueMail(services, batch, {
    to: { name: owner.name, address: owner.email },
    template: 'payment-failed',
    values: { name: owner.name, link: `${services.config.publicOrigin}/billing` },
  });
  const isFirst = await batch.commit().then(
    () => true,
    (error: unknown) => {
      if (isAlreadyExists(error)) return false;
      throw error;
    },
  );
  if (isFirst) await deliver(services, id);
}
