import { type DataRecord, type FieldProblem, messages } from '@bedplate/contract';
import type { RequestHandler } from 'express';
import { ownFields, shownToMaker } from '../../domain/app-users/reach.ts';
import { createRecords, requireFew } from '../../domain/records/write/create-records.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import type { Answer } from '../../http/handle.ts';
import type { ApiServices } from './api-services.ts';
import { answerWith, authorOf, bodyOf, idempotentRequest, onlyParameters, type StorageCall, storageEndpoints } from './storage-call.ts';

/** POST /{storageKey}/{storageId} */
export function createEndpoint(services: ApiServices): RequestHandler {
  return storageEndpoints(services)('write', (call) => createOneOrMany(services, call));
}

/** An object becomes one record, an array becomes many. @param check of the body, before anything is stored */
export async function createOneOrMany(
  services: Pick<ApiServices, 'records' | 'credits' | 'caps' | 'usageParts'>,
  call: StorageCall,
  check: (body: unknown) => void = () => {},
): Promise<Answer> {
  const { caller, req, storage, owner, closed, access } = call;
  onlyParameters(req, 'a new record', []);
  const body = await bodyOf(req, storage);
  if (Array.isArray(body)) requireFew(body);
  check(body);
  const inputs = (Array.isArray(body) ? body : [body]).map((input: unknown) => ownFields(storage, input, { owner, closed, isNew: true }));
  const { records } = services;
  const warnings: FieldProblem[] = [];
  const passwords = Array.isArray(body) ? inputs.filter(hasPassword).length : 1;
  const answer = await withIdempotency<readonly DataRecord[]>(records, idempotentRequest(caller, req, body), {
    async work(hook) {
      const create = () =>
        createRecords(records, storage, { inputs, ...authorOf(caller, req), closed, access: access?.writes, hook, warnings });
      if (passwords <= 1) return create();
      const { payingForPasswords } = await import('./pay.ts'); // one record is paid with the call
      return payingForPasswords(services, { payer: caller, passwords }, create);
    },
    answer(created) {
      const shown = created.map((record) => shownToMaker(call, record));
      return { status: 201, body: { message: messages.dataAdded, data: Array.isArray(body) ? shown : shown[0], ...told(warnings) } };
    },
  });
  return answerWith(req, answer);
}

/** @returns the part of an answer that warns */
export function told(warnings: readonly FieldProblem[] = []): { warnings?: readonly FieldProblem[] } {
  return warnings.length > 0 ? { warnings } : {};
}

export function hasPassword(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'password' in input && typeof input.password === 'string';
}
