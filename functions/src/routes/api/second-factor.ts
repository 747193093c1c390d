import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { guarded, identifyKeys, paidCall, storageOf } from './guards.ts';
import { ownEndpoints } from './own-call.ts';
import { onlyParameters } from './storage-call.ts';
import { FactorCode, GivenPassword } from './user-inputs.ts';

const SetUp = z.object({ currentPassword: GivenPassword.optional() });
const FirstCode = z.object({ challenge: z.string().min(1).max(200), code: FactorCode });
const ByCode = SetUp.extend({ code: FactorCode });

/** The second factor of a user, by an access token; and its end by the account's key pair, for who has lost it. */
export function secondFactorTable(services: ApiServices): RouteTable {
  const own = ownEndpoints(services);
  const keys = guarded(services, [identifyKeys, ...paidCall]);
  // Few users have a second factor.
  const domain = () => import('../../domain/app-users/own-factor.ts');
  return {
    '/users/:storageId/me/second-factor': {
      ...own.get(async ({ self, storage }) => ({ data: await (await domain()).ownFactor(services, storage, self) })),
      ...own.post(SetUp, async ({ self, storage }, { currentPassword }) => {
        const call = { self, currentPassword, appName: await appNameOf(services, storage) };
        return (await domain()).startOwnFactor(services, storage, call);
      }),
    },
    '/users/:storageId/me/second-factor/verify': own.post(FirstCode, async ({ self, storage }, proof) => ({
      recoveryCodes: await (await domain()).confirmOwnFactor(services, storage, {
        self,
        ...proof,
        appName: await appNameOf(services, storage),
      }),
    })),
    '/users/:storageId/me/second-factor/recovery-codes': own.post(ByCode, async ({ self, storage }, proof) => ({
      recoveryCodes: await (await domain()).renewRecoveryCodes(services, storage, {
        self,
        ...proof,
        appName: await appNameOf(services, storage),
      }),
    })),
    '/users/:storageId/me/second-factor/remove': own.post(ByCode, async ({ self, storage }, proof) => {
      await (await domain()).removeOwnFactor(services, storage, { self, ...proof, appName: await appNameOf(services, storage) });
      return { message: 'The second factor is off.' };
    }),
    '/users/:storageId/second-factor/:recordId': {
      delete: handle(keys, {}, async ({ caller, req }) => {
        onlyParameters(req, 'this call', []);
        // Named keys stand in pages, and one that deletes records would open accounts by their password alone.
        if (caller.scope) throw new ApiError('permission-denied', 'A second factor is taken away with the key pair of the account.');
        const storage = await storageOf(services, caller, { params: { storageId: String(req.params.storageId), storageKey: 'users' } });
        await (await domain()).removeFactorOf(services, storage, {
          recordId: String(req.params.recordId),
          appName: await appNameOf(services, storage),
        });
        return { message: 'The second factor of this user is off.' };
      }),
    },
  };
}
