import { AccountChange } from '@bedplate/contract';
import type { Router } from 'express';
import { getAccountUser } from '../../domain/accounts/account-user.ts';
import { updateAccount } from '../../domain/accounts/update-account.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

export function userRoutes(services: Services, { signedIn, forget }: AccountGuards): Router {
  return routes({
    '/users/getUser': {
      get: handle(signedIn, {}, async ({ caller }) => ({ data: await getAccountUser(services, caller) })),
    },
    '/users/updateUser': {
      put: handle(signedIn, { body: AccountChange }, async ({ caller, body }) => {
        const answer = await updateAccount(services, caller, body);
        forget(caller.sid);
        return { ...answer };
      }),
    },
  });
}
