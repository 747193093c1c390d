import type { Services } from '../../services/services.ts';
import { endpoints, storages } from '../../store/collections.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp, withoutElements } from '../../store/model/values.ts';
import { deliver, newMail } from '../mail/outbox.ts';

/**
 * Ends a receiver that has answered 410 Gone: its storage has no events for it any more, and the account's owner gets a mail. Saving
 * the endpoint again reopens it. A second run changes nothing, and so does an endpoint that has changed since it was called.
 */
export async function endReceiver(services: Services, { id, data: called }: Row<EndpointDocument>): Promise<void> {
  const mailId = await services.store.transaction(async (tx) => {
    const endpoint = (await tx.endpoints.get(id))?.data;
    if (!endpoint || endpoint.endedAt || endpoint.url !== called.url || endpoint.secretCipher !== called.secretCipher) return null;
    const owner = (await tx.users.get(endpoint.userId))?.data;
    const storage = (await tx.storages.get(endpoint.storageId))?.data;
    tx.write(endpoints.update(id, { endedAt: Timestamp.fromMillis(services.clock()) }));
    if (storage) tx.write(storages.update(endpoint.storageId, { receivers: withoutElements(id) }));
    if (!owner) return null;
    const mail = newMail(services, {
      to: { name: owner.name, address: owner.email },
      template: 'receiver-gone',
      values: {
        name: owner.name,
        address: endpoint.url ?? '',
        storage: storage?.storageName ?? endpoint.storageName ?? '',
        link: `${services.config.publicOrigin}/project/${endpoint.projectId}/endpoints`,
      },
    });
    tx.write(mail.write);
    return mail.id;
  });
  if (mailId !== null) await deliver(services, mailId);
}
