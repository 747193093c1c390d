import type { ErrorCode } from '@bedplate/contract';
import type { limits } from '@bedplate/contract/limits';

/** Every code of the contract: the type asks for a new one's meaning. */
export const errorMeanings: Record<ErrorCode, string> = {
  'invalid-argument': 'A parameter or field is wrong; error.details names it.',
  'malformed-json': 'The body is no JSON.',
  unauthenticated: 'Keys, Project ID or token are missing or wrong.',
  'payment-failed': 'A payment was refused.',
  'permission-denied': 'Keys or role do not allow this.',
  'not-found': 'It is not there, is deleted, or belongs to somebody else.',
  'method-not-allowed': 'Not with this method; Allow lists those it has.',
  conflict: 'It changed meanwhile. Read it again.',
  'already-exists': 'A unique value is taken.',
  'quota-exceeded': 'The plan has no room for it.',
  'idempotency-mismatch': 'The Idempotency-Key is of another request.',
  'payload-too-large': 'The body or the file is too large.',
  'unsupported-media-type': 'This call does not take the type of the body.',
  'query-too-broad': 'Too many documents to look at; the message says how to narrow it.',
  'too-many-requests': 'Wait for the seconds in Retry-After.',
  'credits-exhausted': 'The credits of the month are used up.',
  'cap-reached': 'A cap is reached; try again after Retry-After.',
  internal: 'Our mistake. Tell us the request id.',
  unavailable: 'The service is busy; try again after Retry-After.',
  'feature-off': 'Switched off for a while; the message says what.',
  maintenance: 'Changes are refused, at no cost; try again after Retry-After.',
};

type Unit = 'bytes' | 'count';

export const limitMeanings: readonly { name: keyof typeof limits; meaning: string; unit: Unit }[] = [
  { name: 'jsonBody', meaning: 'Body of a request', unit: 'bytes' },
  { name: 'record', meaning: 'One document', unit: 'bytes' },
  { name: 'recordDepth', meaning: 'Nesting of a document', unit: 'count' },
  { name: 'fieldsPerRecord', meaning: 'Fields of a document', unit: 'count' },
  { name: 'fieldNameLength', meaning: 'Characters of a field name', unit: 'count' },
  { name: 'bulkRecords', meaning: 'Documents created by one call', unit: 'count' },
  { name: 'upload', meaning: 'One uploaded file', unit: 'bytes' },
  { name: 'listLimitDefault', meaning: 'Documents of a page, by default', unit: 'count' },
  { name: 'listLimit', meaning: 'Documents of a page, at most', unit: 'count' },
  { name: 'filtersPerQuery', meaning: 'Conditions of a query', unit: 'count' },
  { name: 'orConditions', meaning: 'Conditions in "or"', unit: 'count' },
  { name: 'termsPerFilter', meaning: 'Values joined by "|"', unit: 'count' },
  { name: 'searchLength', meaning: 'Characters of a search', unit: 'count' },
  { name: 'livesyncStorages', meaning: 'Storages of one LiveSync token', unit: 'count' },
  { name: 'tombstoneDays', meaning: 'Days that LiveSync remembers a deletion', unit: 'count' },
];

export function sizeOf(value: number, unit: Unit): string {
  if (unit === 'count') return value.toLocaleString('en-US');
  return value >= 1024 * 1024 ? `${value / 1024 / 1024} MiB` : `${value / 1024} KiB`;
}
