import type { Services } from '../../services.ts';
import { isOn } from '../platform/require-on.ts';
import type { DeliveryServices } from './deliver-lane.ts';

/** What the sending of deliveries needs. */
export function deliveryServices(services: Services): DeliveryServices {
  const { records, clock, config } = services;
  return { store: records.store, now: clock, config, isOn: () => isOn(services, 'webhookDeliveries') };
}
