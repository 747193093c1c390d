import { z } from 'zod';
import { problem } from './texts/rules.ts';
import type { Text } from './texts/text.ts';

export const endpointTypes = ['webhook', 'api'] as const;
export const functionalities = ['sender', 'receiver'] as const;
/** `put` stands for PUT and PATCH. */
export const endpointMethods = ['get', 'post', 'put'] as const;

const Fields = z.object({
  dataStorageId: z.string().trim().min(1, problem('storageMissing')).max(64),
  /** Ignored where the address is ours: see `isOwnAddress`. */
  endpoint: z
    .string()
    .trim()
    .max(2000, problem('endpointLong', { max: 2000 }))
    .nullish(),
  type: z.enum(endpointTypes),
  functionality: z.enum(functionalities),
  method: z.enum(endpointMethods).nullish(),
});

/** POST /app/project/{id}/endpoints */
export const EndpointInput = Fields;
export type EndpointInput = z.infer<typeof EndpointInput>;

/** PUT /app/endpoints/{id}: what is absent stays as it is. */
export const EndpointChange = Fields.partial();
export type EndpointChange = z.infer<typeof EndpointChange>;

/** True where the address is one of ours, so that its text is neither typed nor read. */
export function isOwnAddress({ type, functionality, method }: Pick<EndpointInput, 'type' | 'functionality' | 'method'>): boolean {
  return functionality === 'sender' && (type === 'webhook' || method === 'post' || method === 'put');
}

export interface Endpoint {
  id: string;
  userId: string;
  user: { name: string };
  projectId: string;
  dataStorageId: string;
  dataStorage: { storageName: string; storageKey: string };
  /** URL. The token of an inbound address is masked for readers who may not write. */
  endpoint: string;
  type: (typeof endpointTypes)[number];
  functionality: (typeof functionalities)[number];
  method: (typeof endpointMethods)[number];
  /** Made with its storage: only its functionality can be changed. Others of type `api` are notes of the project. */
  generated: boolean;
  /** Names of the headers that a request to it carries. */
  headers: string[];
  /** When a receiver said that it is gone for good; null while it gets events. Saving it again reopens it. */
  endedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export const recordEvents = ['record.created', 'record.updated', 'record.deleted', 'record.restored'] as const;
/** Work that changes many records: its event at the end is named after it, and `cause` in the events of the records. */
export const causeKinds = ['undo', 'change', 'restore', 'schema'] as const;
export type CauseKind = (typeof causeKinds)[number];
/** An import is a cause as well, and tells each of its records: no receiver knows them yet. Decision 113. */
export const recordCauses = [...causeKinds, 'import'] as const;
export type RecordCause = (typeof recordCauses)[number];
export type DeliveryEvent = (typeof recordEvents)[number] | `${CauseKind}.completed` | 'test';
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One try of a delivery. */
export interface DeliveryTry {
  at: string;
  /** HTTP status, null when there was no answer. */
  status: number | null;
  millis: number;
  /** The beginning of the answer's body. */
  answer: string;
  /** Why there was no answer, null when there was one. */
  error: string | null;
  /** The same as code, which the console shows in its language. */
  reason?: Text;
}

/** GET /app/endpoints/{id}/deliveries: one row; `body` only in the answer for one delivery. */
export interface Delivery {
  id: string;
  eventId: string;
  event: DeliveryEvent;
  recordId: string | null;
  state: DeliveryState;
  attempts: number;
  /** When it is tried next; null when it is done. */
  nextAt: string | null;
  tries: DeliveryTry[];
  body?: string;
  createdAt: string;
}
