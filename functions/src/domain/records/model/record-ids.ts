import { limits, numberOf } from '@bedplate/contract';
import { invalidField, notFound } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { unique } from '../../../store/collections.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { DocumentPath } from '../../../store/model/collection.ts';
import { sha256 } from '../../../crypto/crypt.ts';
import type { RecordServices } from '../../../services/record-services.ts';

/** Ids are ours (see store/time-ordered-id.ts): anything else in a path is a record that does not exist. */
export function isRecordId(id: string): boolean {
  return /^[0-9a-z]{20}$/.test(id);
}

/**
 * Ids that apps choose themselves, by an upsert. A record's own key stays the server's, made of the time of its creation, so
 * that lists keep their order whatever ids apps choose; a document named after the chosen id leads to the key.
 * Decision 012.
 */
export function aliasPath(storageId: string, clientId: string): DocumentPath<UniqueDocument> {
  return unique.path(sha256(`${storageId}\nid\n${clientId}`));
}

/** Ids that could be taken for a number, a boolean or an id of the server are none. */
export function isClientId(id: string): boolean {
  if (!/^[\w.:-]+$/.test(id) || id.length > limits.clientIdLength || isRecordId(id)) return false;
  return !['null', 'true', 'false'].includes(id) && numberOf(id) === undefined;
}

/** @throws {ApiError} invalid-argument that says what an id may be */
export function checkClientId(id: string, field = 'id'): void {
  // No address leads to such a record: every client drops ".." from the path, and Hosting's `**` passes over parts that begin with a dot.
  if (isClientId(id) && !id.startsWith('.')) return;
  throw invalidField(field, say('ownIdWrong', { max: limits.clientIdLength }));
}

/** @param id as people and apps see it @returns the key of its document; a chosen id costs one read @throws {ApiError} not-found */
export async function keyOfRecord(services: RecordServices, storageId: string, id: string): Promise<string> {
  const [key] = await keysOfRecords(services, storageId, [id]);
  if (!key) throw notFound('Record');
  return key;
}

/** @returns in the order of `ids`; null for an id that no record has */
export async function keysOfRecords(services: RecordServices, storageId: string, ids: readonly string[]): Promise<(string | null)[]> {
  const chosen = [...new Set(ids.filter(isClientId))];
  const rows = await services.store.getAll(chosen.map((id) => aliasPath(storageId, id)));
  const keys = new Map(chosen.map((id, i) => [id, rows[i]?.data.ref ?? null]));
  return ids.map((id) => (isRecordId(id) ? id : (keys.get(id) ?? null)));
}
