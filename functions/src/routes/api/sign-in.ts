import { limits } from '@bedplate/contract';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { authenticate, type SignedIn } from '../../domain/app-users/authenticate.ts';
import { shownToSelf } from '../../domain/app-users/reach.ts';
import { signUp } from '../../domain/app-users/sign-up.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { clientAddress } from '../../http/client-address.ts';
import { type Answer, handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, paidCall, storageOf } from './guards.ts';
import { identifyPage } from './identify-page.ts';
import { seenFrom } from './own-account.ts';
import { onlyParameters } from './storage-call.ts';
import { GivenPassword, SignUp } from './user-inputs.ts';

const ByPassword = z
  .object({
    username: z.string().min(1).max(200).optional(),
    email: z.string().min(1).max(limits.emailLength).optional(),
    password: GivenPassword,
  })
  .refine(({ username, email }) => (username === undefined) !== (email === undefined), {
    path: ['username'],
    message: 'Send either username or email.',
  });

/** Signing up and in, also by pages that the storage names and that have no key. */
export function signInTable(services: ApiServices): RouteTable {
  const guard = guarded(services, [identifyPage, ...paidCall]);
  const post = <B extends z.ZodType>(
    body: B,
    run: (storage: StorageRow, input: z.infer<B>, call: { req: Request; caller: ApiCaller }) => Promise<Answer>,
    status = 200,
  ): { post: RequestHandler } => ({
    post: handle(guard, { body, status }, async ({ caller, body: input, req }) => {
      onlyParameters(req, 'this call', []);
      const storage = await storageOf(services, caller, { params: { storageId: String(req.params.storageId), storageKey: 'users' } });
      return run(storage, input, { req, caller });
    }),
  });
  const answer = (caller: ApiCaller, storage: StorageRow, signedIn: SignedIn): Answer => ({
    ...signedIn,
    data: shownToSelf(caller, storage, signedIn.data),
  });
  return {
    '/users/:storageId/sign-up': post(
      SignUp.loose(),
      async (storage, fields, { req, caller }) =>
        answer(caller, storage, await signUp(services, storage, { fields, ip: clientAddress(req), from: await seenFrom(req) })),
      201,
    ),
    '/users/:storageId/sign-in/password': post(ByPassword, async (storage, { username, email, password }, { req, caller }) => {
      const who = email === undefined ? { name: username ?? '' } : { field: 'email' as const, name: email };
      const signedIn = await authenticate(services, storage, { ...who, password, ip: clientAddress(req), from: await seenFrom(req) });
      return answer(caller, storage, signedIn);
    }),
  };
}
