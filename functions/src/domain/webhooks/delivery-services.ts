import type { Services } from '../../services/services.ts';
import { isOn } from '../platform/require-on.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/access.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { endReceiver } from './end-receiver.ts';

export interface DeliveryServices {
  readonly store: Store;
  readonly now: () => number;
  readonly config: Pick<Config, 'keyEncryptionKey' | 'emulators'>;
  /** False while staff hold all deliveries back. */
  readonly isOn: () => Promise<boolean>;
  /** Ends a receiver that says it is gone for good. */
  readonly endReceiver: (endpoint: Row<EndpointDocument>) => Promise<void>;
  /** Lets the time of a short wait pass; for tests. */
  readonly wait?: (millis: number) => Promise<unknown>;
}

/** The services that send deliveries. */
export function deliveryServices(services: Services): DeliveryServices {
  const { store, clock, config } = services;
  return {
    store,
    now: clock,
    config,
    isOn: () => isOn(services, 'webhookDeliveries'),
    endReceiver: (endpoint) => endReceiver(services, endpoint),
  };
}
