import { Email, limits } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import type { ApiServices } from '../../api-services.ts';
import { authenticate } from '../../domain/app-users/authenticate.ts';
import { check, handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { keysAndCredit, storageOf } from './api-guard.ts';
import { createOneOrMany } from './records.ts';

const Username = z.string().trim().min(1, 'username must not be empty.').max(limits.nameLength);
/** Further fields are the app's own. */
const SignUp = z.object({ username: Username, email: Email.nullish(), password: z.string().min(1).max(limits.passwordMax) });
const SignIn = z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(limits.passwordMax) });

/** App users: records of a storage whose key is `users`. Reading, changing and deleting them works as for any record. */
export function userRoutes(services: ApiServices): Router {
  const guard = keysAndCredit(services);
  return routes({
    '/users/:storageId/authenticate': {
      post: handle(guard, {}, async ({ caller, req }) => {
        const storage = await storageOf(services, caller, req, 'users');
        const credentials = check(SignIn, await readJson(req));
        return authenticate(services, storage, credentials ?? { username: '', password: '' });
      }),
    },
  }).post(
    '/users/:storageId',
    handle(guard, { status: 201 }, async ({ caller, req }) => {
      const storage = await storageOf(services, caller, req, 'users');
      return createOneOrMany(services, { caller, req, storage, owner: undefined }, (body) =>
        check(z.union([SignUp, z.array(SignUp)]), body),
      );
    }),
  );
}
