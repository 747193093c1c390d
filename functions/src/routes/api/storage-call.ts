import type { Request, RequestHandler } from 'express';
import type { ApiServices } from './api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { reachOf } from '../../domain/app-users/reach.ts';
import type { IdempotentRequest } from '../../domain/records/write/idempotency.ts';
import type { StorageRow } from '../../domain/records/model/record-services.ts';
import { preconditionTime } from '../../domain/records/write/preconditions.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Answer, handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { callerAndCredit, storageOf } from './api-guard.ts';

/** A call on one storage, by keys or by an app user that the storage lets in. */
export interface StorageCall {
  readonly caller: ApiCaller;
  readonly req: Request;
  readonly storage: StorageRow;
  /** The app user whose records alone the call reaches. */
  readonly owner: string | undefined;
}

/** @returns makes endpoints below /{storageKey}/{storageId} */
export function storageEndpoints(services: ApiServices) {
  const guard = callerAndCredit(services);
  return (verb: 'read' | 'write', run: (call: StorageCall) => Promise<Answer>, status?: number): RequestHandler =>
    handle(guard, status === undefined ? {} : { status }, async ({ caller, req }) => {
      const storage = await storageOf(services, caller, req);
      return run({ caller, req, storage, owner: reachOf(caller, storage, verb) });
    });
}

export function recordIdOf(req: Request): string {
  return String(req.params.recordId ?? '');
}

/** The query string as it came: operators are part of its names. */
export function rawQuery(req: Request): string {
  const start = req.originalUrl.indexOf('?');
  return start < 0 ? '' : req.originalUrl.slice(start + 1);
}

export async function bodyOf(req: Request): Promise<unknown> {
  const body = await readJson(req);
  if (body === undefined) throw new ApiError('invalid-argument', 'Send the fields as a JSON object in the body.');
  return body;
}

/** An app user's keys are the user's own: nobody gets another's stored answer. */
export function idempotentRequest({ tenantId, projectId, userId }: ApiCaller, req: Request, body: unknown): IdempotentRequest {
  const owner = [tenantId, projectId, ...(userId === undefined ? [] : [userId])].join('/');
  return { key: req.get('Idempotency-Key'), owner, content: [req.method, req.originalUrl, body] };
}

/** The parameter `ifUpdatedAt`, or the header If-Unmodified-Since. @throws {ApiError} invalid-argument */
export function preconditionOf(req: Request): { ifUpdatedAt?: string } {
  const text = textOf(req, 'ifUpdatedAt') ?? req.get('If-Unmodified-Since');
  return text === undefined ? {} : { ifUpdatedAt: preconditionTime(text) };
}

/**
 * A misspelt parameter must not make another write than was meant.
 * @param what the call, as in "an import" @throws {ApiError} invalid-argument naming the parameter
 */
export function onlyParameters(req: Request, what: string, known: readonly string[]): void {
  const name = Object.keys(req.query).find((given) => !known.includes(given));
  if (name !== undefined)
    throw invalid(name.slice(0, 80), `${name.slice(0, 80)} has no meaning for ${what}; it takes ${known.join(', ')}.`);
}

export function flagOf(req: Request, name: string): boolean {
  const value = textOf(req, name);
  if (value === undefined || value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw invalid(name, `${name} must be true or false.`);
}

/** @throws {ApiError} invalid-argument for a parameter that is given twice */
export function textOf(req: Request, name: string): string | undefined {
  const value: unknown = req.query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(name, `${name} is given twice.`);
}

export function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field, message }] });
}
