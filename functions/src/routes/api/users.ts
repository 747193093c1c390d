import { between, limits, messages } from '@bedplate/contract';
import type { Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { ApiServices } from './api-services.ts';
import { authenticate, refresh } from '../../domain/app-users/authenticate.ts';
import { undoEmailChange } from '../../domain/app-users/change-email.ts';
import { undoDeletion } from '../../domain/app-users/delete-self.ts';
import { forgotPassword, resetPassword } from '../../domain/app-users/reset-password.ts';
import { shownToSelf } from '../../domain/app-users/reach.ts';
import { endSession } from '../../domain/app-users/sessions.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError } from '../../errors/api-error.ts';
import { clientAddress } from '../../http/client-address.ts';
import { type Answer, handle } from '../../http/handle.ts';
import { check } from '../../validation/check.ts';
import { routes } from '../../http/routes.ts';
import { createOneOrMany } from './create-records.ts';
import { guarded, identifyKeys, paidCall, storageOf } from './guards.ts';
import { identifyPage } from './identify-page.ts';
import { ownAccountTable, seenFrom } from './own-account.ts';
import { appNameOf } from './app-name.ts';
import { invitationTable } from './invitations.ts';
import { passkeyTable } from './passkeys.ts';
import { providerTable } from './providers.ts';
import { secondFactorTable } from './second-factor.ts';
import { signInTable } from './sign-in.ts';
import { accessTo, onlyParameters } from './storage-call.ts';
import { teamTable } from './teams.ts';
import { NewPassword, SignUp, UserWithHash } from './user-inputs.ts';

const SignIn = z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(limits.passwordMax) });
const Refresh = z.object({ refreshToken: z.string().min(1).max(200) });
const Forgot = z
  .object({ email: z.string().min(1).max(limits.emailLength).optional(), username: z.string().min(1).max(200).optional() })
  .refine(({ email, username }) => (email === undefined) !== (username === undefined), {
    path: ['email'],
    ...between('email', 'username'),
    message: 'Send either email or username.',
  });
const Hashes = z.object({ users: z.array(UserWithHash).min(1).max(100) });
const Undo = z.object({ token: z.string().min(1).max(200) });
const Reset = z.object({ token: z.string().min(1).max(200), password: NewPassword });

/** Members of a sign-up, which apps also send to the other calls: ignored where a call does not take them. */
const ofSignUp = ['username', 'email', 'password'] as const;

/** App users: records of a storage whose key is `users`. Reading, changing and deleting them works as for any record. */
export function userRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyKeys, ...paidCall]);
  const pages = guarded(services, [identifyPage, ...paidCall]);
  const post = <B extends z.ZodType>(
    body: B,
    run: (storage: StorageRow, input: z.infer<B>, call: { req: Request; caller: ApiCaller }) => Promise<Answer>,
    identified = pages,
  ): { post: RequestHandler } => ({
    post: handle(identified, { body, echoed: ofSignUp }, async ({ caller, body: input, req }) => {
      onlyParameters(req, 'this call', []);
      return run(await usersStorage(caller, req), input, { req, caller });
    }),
  });
  const usersStorage = (caller: ApiCaller, { params: { storageId } }: Request) =>
    storageOf(services, caller, { params: { storageId: storageId ?? '', storageKey: 'users' } });
  return routes({
    ...ownAccountTable(services),
    ...signInTable(services),
    ...secondFactorTable(services),
    ...providerTable(services),
    ...invitationTable(services),
    ...passkeyTable(services),
    ...teamTable(services),
    '/users/:storageId/authenticate': post(
      SignIn,
      async (storage, { username, password }, { req, caller }) => {
        const signedIn = await authenticate(services, storage, {
          name: username,
          password,
          ip: clientAddress(req),
          from: await seenFrom(req),
        });
        return { ...signedIn, data: shownToSelf(caller, storage, signedIn.data) };
      },
      guard,
    ),
    '/users/:storageId/import-hashes': post(
      Hashes,
      async (storage, { users }, { caller }) => {
        // No rule is asked about a hash, and its password signs in.
        if (caller.scope) throw new ApiError('permission-denied', 'Users with hashes are brought along with the key pair of the account.');
        const { importHashes } = await import('../../domain/app-users/import-hashes.ts'); // once for each app
        const imported = await importHashes(services, storage, { users, actor: caller.keyId });
        return { data: imported, made: imported.filter((each) => 'id' in each).length };
      },
      guard,
    ),
    '/users/:storageId/refresh': post(Refresh, async (storage, { refreshToken }, { caller }) => {
      const signedIn = await refresh(services, storage, refreshToken);
      return { ...signedIn, data: shownToSelf(caller, storage, signedIn.data) };
    }),
    '/users/:storageId/logout': post(Refresh, async (storage, { refreshToken }) => {
      await endSession(services.records, storage, refreshToken);
      return { message: messages.loggedOut };
    }),
    '/users/:storageId/forgot-password': post(Forgot, async (storage, who, { req }) => {
      await forgotPassword(services, storage, { appName: await appNameOf(services, storage), who, ip: clientAddress(req) });
      return { message: 'If there is such a user, a mail with a code is on its way.' };
    }),
    '/users/:storageId/undo-delete': post(Undo, async (storage, { token }) => {
      await undoDeletion(services, storage, token);
      return { message: 'Your account is back. Sign in as before.' };
    }),
    '/users/:storageId/undo-email': post(Undo, async (storage, { token }) => {
      await undoEmailChange(services, storage, { token, appName: await appNameOf(services, storage) });
      return { message: 'Your earlier address is back. Set a new password now.' };
    }),
    '/users/:storageId/reset-password': post(Reset, async (storage, { token, password }) => {
      await resetPassword(services, storage, { token, password, appName: await appNameOf(services, storage) });
      return { message: messages.passwordReset };
    }),
  }).post(
    '/users/:storageId',
    handle(guard, {}, async ({ caller, req }) => {
      const storage = await usersStorage(caller, req);
      const access = await accessTo(services, { caller, storage, res: req.res });
      return createOneOrMany(services, { caller, req, storage, owner: undefined, access, closed: undefined }, (body) =>
        check(Array.isArray(body) ? z.array(SignUp) : SignUp, body),
      );
    }),
  );
}
