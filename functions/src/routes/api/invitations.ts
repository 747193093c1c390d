import { AppUserInvitationInput } from '@bedplate/contract';
import type { Request } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { ApiError } from '../../errors/api-error.ts';
import { z } from 'zod';
import { clientAddress } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { guarded, identifyKeys, paidCall, storageOf } from './guards.ts';
import { identifyPage } from './identify-page.ts';
import { seenFrom } from './own-account.ts';
import { answerTo, isChallenge } from './sign-in-answer.ts';
import { onlyParameters } from './storage-call.ts';
import { NewPassword, SignUp } from './user-inputs.ts';

const Acceptance = SignUp.extend({ token: z.string().min(1).max(200), password: NewPassword.optional() }).loose();

/** Inviting app users, by the account's key pair, and what a page does with an invitation. */
export function invitationTable(services: ApiServices): RouteTable {
  const keys = guarded(services, [identifyKeys, ...paidCall]);
  const pages = guarded(services, [identifyPage, ...paidCall]);
  const domain = () => import('../../domain/app-users/invitations.ts'); // few calls need it
  const storageIn = (caller: ApiCaller, req: Request) =>
    storageOf(services, caller, { params: { storageId: String(req.params.storageId), storageKey: 'users' } });
  const ownersStorage = (caller: ApiCaller, req: Request) => {
    onlyParameters(req, 'this call', []);
    // Named keys are published in pages, and an invitation gives fields that users may not set.
    if (caller.scope) throw new ApiError('permission-denied', 'Users are invited with the key pair of the account.');
    return storageIn(caller, req);
  };
  return {
    '/users/:storageId/invitations': {
      get: handle(keys, {}, async ({ caller, req }) => {
        const storage = await ownersStorage(caller, req);
        return { data: await (await domain()).listInvitations(services, storage) };
      }),
      post: handle(keys, { body: AppUserInvitationInput }, async ({ caller, req, body }) => {
        const storage = await ownersStorage(caller, req);
        const invited = await (await domain()).inviteUser(services, storage, { ...body, appName: await appNameOf(services, storage) });
        req.res?.status(201);
        return { data: invited };
      }),
    },
    '/users/:storageId/invitations/:invitationId': {
      delete: handle(keys, {}, async ({ caller, req }) => {
        const storage = await ownersStorage(caller, req);
        await (await domain()).revokeInvitation(services, storage, { id: String(req.params.invitationId) });
        return { message: 'The invitation is taken back.' };
      }),
    },
    '/users/:storageId/sign-up/invitation': {
      post: handle(pages, { body: Acceptance }, async ({ caller, req, body: { token, ...fields } }) => {
        onlyParameters(req, 'this call', []);
        const storage = await storageIn(caller, req);
        const { acceptInvitation } = await import('../../domain/app-users/accept-invitation.ts');
        const call = { from: await seenFrom(req), appName: await appNameOf(services, storage), ip: clientAddress(req) };
        const made = await acceptInvitation(services, storage, { token, fields, ...call });
        req.res?.status(isChallenge(made) ? 200 : 201);
        return answerTo(caller, storage, made);
      }),
    },
  };
}
