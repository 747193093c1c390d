import { type DataRecord, messages } from '@bedplate/contract';
import type { RequestHandler } from 'express';
import { ownFields } from '../../domain/app-users/reach.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import type { Answer } from '../../http/handle.ts';
import type { ApiServices } from './api-services.ts';
import { answerWith, bodyOf, idempotentRequest, type StorageCall, storageEndpoints } from './storage-call.ts';

/** POST /{storageKey}/{storageId} */
export function createEndpoint(services: ApiServices): RequestHandler {
  return storageEndpoints(services)('write', (call) => createOneOrMany(services, call));
}

/** An object becomes one record, an array becomes many. @param check of the body, before anything is stored */
export async function createOneOrMany(
  { records }: Pick<ApiServices, 'records'>,
  { caller, req, storage, owner, closed }: StorageCall,
  check: (body: unknown) => void = () => {},
): Promise<Answer> {
  const body = await bodyOf(req);
  check(body);
  const inputs = (Array.isArray(body) ? body : [body]).map((input: unknown) => ownFields(storage, input, { owner, closed, isNew: true }));
  const answer = await withIdempotency<readonly DataRecord[]>(records, idempotentRequest(caller, req, body), {
    work: (hook) => createRecords(records, storage, { inputs, actor: caller.keyId, closed, hook }),
    answer: (created) => ({ status: 201, body: { message: messages.dataAdded, data: Array.isArray(body) ? created : created[0] } }),
  });
  return answerWith(req, answer);
}
