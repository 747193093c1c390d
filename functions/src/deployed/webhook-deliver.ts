import { onDocumentCreated } from 'firebase-functions/firestore';
import { optionsOf } from '../config/deployed-functions.ts';
import { deliverLane, laneOf } from '../domain/webhooks/deliver-lane.ts';
import { deliveryServices } from '../domain/webhooks/delivery-services.ts';
import { endInOrder } from '../runtime/ending.ts';
import { services } from './services.ts';

endInOrder();

/** Sends a delivery right after its change; deliveries exist only for storages with a receiver. */
export const webhookDeliver = onDocumentCreated(
  { ...optionsOf('webhookDeliver'), document: 'deliveries/{deliveryId}', retry: false },
  async ({ data }) => {
    const lane = laneOf(data?.data());
    if (lane) await deliverLane(deliveryServices(services), lane, services.clock() + 60_000);
  },
);
