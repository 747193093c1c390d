import type { DeliveryEvent, DeliveryState, Endpoint, Text } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';

/** endpoints/{endpointId}: a row of a project's endpoint list. */
export interface EndpointDocument {
  tenantId: string;
  projectId: string;
  storageId: string;
  /** Of the storage, for lists that staff see; they follow its changes. */
  storageName?: string;
  storageKey?: string;
  /** The account's owner. */
  userId: string;
  ownerName: string;
  createdBy: string;
  /** Made with its storage. Rows from before this field tell by their address: see `isGenerated`. */
  generated?: boolean;
  type: Endpoint['type'];
  functionality: Endpoint['functionality'];
  method: Endpoint['method'];
  /** The customer's address; null where the address is ours and follows from the storage or the token. */
  url: string | null;
  /** Of an inbound address: AES-256-GCM, since lists show it again. */
  tokenCipher: string | null;
  /** Signs deliveries of a webhook that receives. */
  secretCipher: string | null;
  /** When the receiver said that it is gone for good; it gets no more events until the endpoint is saved again. */
  endedAt?: Timestamp;
  /** When the receiver asked us to come back, where it has, or when one that gave no answer is asked again. */
  pausedUntil?: Timestamp;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** hooks/{sha256 hex of the token}: one read finds the storage of an inbound request. */
export interface HookDocument {
  endpointId: string;
  tenantId: string;
  projectId: string;
  storageId: string;
}

/**
 * deliveries/{id}: one event for one endpoint, written in the commit of the change itself; also the delivery log.
 * `lane` and `nextAt` exist while it is pending, so that their indexes hold only pending work.
 */
export interface DeliveryDocument {
  tenantId: string;
  projectId: string;
  storageId: string;
  endpointId: string;
  recordId: string | null;
  /** The same for all endpoints and replays of one event. */
  eventId: string;
  event: DeliveryEvent;
  /** The text that is sent, byte for byte. */
  body: string;
  state: DeliveryState;
  attempts: number;
  tries: StoredTry[];
  /** Endpoint and record: events of one lane are sent one after the other. */
  lane?: string;
  nextAt?: Timestamp;
  leaseUntil: Timestamp | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface StoredTry {
  at: Timestamp;
  status: number | null;
  millis: number;
  answer: string;
  error: string | null;
  /** The error as code of a sentence; absent where nobody has worded it. */
  reason?: Text;
}
