import {
  AccountChange,
  type AccountUser,
  ArchiveSetting,
  DeleteAccount,
  limits,
  messages,
  pageSizes,
  paging,
  UserChange,
} from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { getAccountUser } from '../../domain/accounts/account-user.ts';
import { deleteAccount } from '../../domain/archive/delete-account.ts';
import { setPurgeArchives } from '../../domain/archive/keep-archives.ts';
import { listUsers } from '../../domain/accounts/list-users.ts';
import { closeSession, listSessions, logOutEverywhere } from '../../domain/accounts/own-sessions.ts';
import { codeMessage, sendCode } from '../../domain/accounts/two-factor.ts';
import { updateAccount } from '../../domain/accounts/update-account.ts';
import { updateUser } from '../../domain/accounts/update-user.ts';
import { originOf } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import { PathId, Search } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const shownOfAccount = [
  'email',
  'role',
  'tenantId',
  'project',
  'is_active',
  'apiKey',
  'secretKey',
  'subscriptions',
  'last_login',
] satisfies (keyof AccountUser)[];
/** The dialog of a member also holds what only the member changes. */
const shownOfMember = ['name', 'email', 'password', 'confirmPassword', 'project', 'is_verified', 'last_login'];

const UserList = z.object({ ...paging(pageSizes.users, limits.listLimit), search: Search });
const UserPath = z.object({ userId: PathId });
/** Session ids are random, and any of their characters may be the first. */
const SessionPath = z.object({ sessionId: z.string().transform((id) => (/^[\w-]{32}$/.test(id) ? id : '-')) });

export function userRoutes(services: Services, { may, signedIn, forget }: AccountGuards): Router {
  return routes({
    '/users': {
      get: handle(may('users.manage'), { query: UserList }, ({ caller, query }) => listUsers(services, caller, query)),
    },
    '/users/getUser': {
      get: handle(signedIn, {}, async ({ caller }) => ({ data: await getAccountUser(services, caller) })),
    },
    '/users/updateUser': {
      put: handle(signedIn, { body: AccountChange, echoed: shownOfAccount }, async ({ caller, body, req }) => {
        const answer = await updateAccount(services, { caller, change: body, origin: originOf(req) });
        forget(caller.sid);
        return { ...answer };
      }),
    },
    '/users/confirmation-code': {
      post: handle(signedIn, {}, async ({ caller, req }) => {
        const resendInSeconds = await sendCode(services, caller, originOf(req));
        return { message: codeMessage(resendInSeconds), data: { resendInSeconds } };
      }),
    },
    '/users/archive-setting': {
      put: handle(may('projects.write'), { body: ArchiveSetting }, async ({ caller, body }) => {
        await setPurgeArchives(services, caller, body);
        return { message: messages.accountUpdated };
      }),
    },
    '/users/delete-account': {
      post: handle(may('billing.manage'), { body: DeleteAccount }, async ({ caller, body }) => {
        await deleteAccount(services, caller, body);
        forget(caller.sid);
        return { message: 'The account has been deleted for good.' };
      }),
    },
    '/users/sessions': {
      get: handle(signedIn, {}, async ({ caller }) => ({ data: await listSessions(services, caller) })),
      delete: handle(signedIn, {}, async ({ caller, req }) => {
        await logOutEverywhere(services, caller, originOf(req));
        forget(caller.sid);
        return { message: messages.sessionsEnded };
      }),
    },
    '/users/sessions/:sessionId': {
      delete: handle(signedIn, { params: SessionPath }, async ({ caller, params, req }) => {
        await closeSession(services, { caller, sid: params.sessionId, origin: originOf(req) });
        forget(params.sessionId);
        return { message: messages.sessionClosed };
      }),
    },
    '/users/:userId': {
      put: handle(
        may('users.manage'),
        { params: UserPath, body: UserChange, echoed: shownOfMember },
        async ({ caller, params, body, req }) => ({
          message: messages.userUpdated,
          data: await updateUser(services, { caller, uid: params.userId, change: body, origin: originOf(req) }),
        }),
      ),
    },
  });
}
