import type { Request, RequestHandler } from 'express';
import type { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { type Answer, handle } from '../../http/handle.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyCaller, paidCall, storageOf } from './guards.ts';
import { onlyParameters } from './storage-call.ts';

/** The call of an app user on their own account. */
export interface OwnCall {
  readonly caller: ApiCaller;
  readonly self: NonNullable<ApiCaller['userRecord']>;
  readonly storage: StorageRow;
  readonly req: Request;
}

/** @throws {ApiError} permission-denied for keys; not-found for the storage of other users */
export async function ownCall(services: ApiServices, caller: ApiCaller, req: Request): Promise<OwnCall> {
  const { userRecord: self } = caller;
  if (!self) throw new ApiError('permission-denied', 'This call takes the access token of a user, and no keys.');
  const { storageId = '' } = req.params;
  const storage = await storageOf(services, caller, { params: { storageId, storageKey: 'users' } });
  if (storage.id !== self.storageId) throw notFound('Storage');
  return { caller, self, storage, req };
}

/** @returns how routes of app users on their own account are made; they take no parameters */
export function ownEndpoints(services: ApiServices) {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  const callOf = (caller: ApiCaller, req: Request): Promise<OwnCall> => {
    onlyParameters(req, 'this call', []);
    return ownCall(services, caller, req);
  };
  return {
    get: (run: (call: OwnCall) => Promise<Answer>): { get: RequestHandler } => ({
      get: handle(guard, {}, async ({ caller, req }) => run(await callOf(caller, req))),
    }),
    post: <B extends z.ZodType>(body: B, run: (call: OwnCall, input: z.infer<B>) => Promise<Answer>): { post: RequestHandler } => ({
      post: handle(guard, { body }, async ({ caller, req, body: input }) => run(await callOf(caller, req), input)),
    }),
  };
}
