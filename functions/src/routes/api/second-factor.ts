import { between, secondFactorWays } from '@bedplate/contract';
import type { Request } from 'express';
import { z } from 'zod';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError } from '../../errors/api-error.ts';
import { clientAddress } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { answerOf, Challenge, factorAnswer, fullProof, givenFactor, provedBy } from './full-proof.ts';
import { guarded, identifyKeys, paidCall, storageOf } from './guards.ts';
import { type OwnCall, ownEndpoints } from './own-call.ts';
import { onlyParameters } from './storage-call.ts';
import { AskedWay } from './user-inputs.ts';

const Way = z.enum(secondFactorWays);
const one = ({ code, passkey }: { code?: unknown; passkey?: unknown }) => (code === undefined) !== (passkey === undefined);
const oneOnly = { path: ['code'], ...between('code', 'passkey'), message: 'Send either code or passkey.' };

const SetUp = z.object({ ...fullProof, way: Way.default('totp') });
const FirstAnswer = z.object({ ...factorAnswer, challenge: Challenge }).refine(one, oneOnly);
const ByAnswer = z.object(fullProof).refine(one, oneOnly);
const Removal = z.object({ ...fullProof, way: Way.optional() }).refine(one, oneOnly);

type Answered = Pick<z.infer<typeof SetUp>, 'code' | 'passkey' | 'challenge'>;

/** The second factor of a user, by an access token; and its end by the account's key pair, for who has lost it. */
export function secondFactorTable(services: ApiServices): RouteTable {
  const own = ownEndpoints(services);
  const keys = guarded(services, [identifyKeys, ...paidCall]);
  // Few users have a second factor.
  const domain = () => import('../../domain/app-users/own-factor.ts');
  const callOf = async (req: Request, storage: StorageRow) => ({
    origin: req.get('Origin'),
    appName: await appNameOf(services, storage),
    ip: clientAddress(req),
  });
  const proofOf = async (
    { self, storage, req }: OwnCall,
    { currentPassword, ...answered }: Answered & { currentPassword?: string | undefined },
  ) => ({
    self,
    currentPassword,
    given: givenFactor(storage, req, answered),
    appName: await appNameOf(services, storage),
  });
  return {
    '/users/:storageId/me/second-factor': {
      ...own.get(async ({ self, storage }) => ({ data: await (await domain()).ownFactor(services, storage, self) })),
      ...own.post(SetUp, async (call, { way, ...proof }) => {
        const asked = { ...provedBy(call, proof), way, ...(await callOf(call.req, call.storage)) };
        return (await domain()).startOwnFactor(services, call.storage, asked);
      }),
    },
    '/users/:storageId/me/second-factor/ask': own.post(z.object({ way: AskedWay }), async ({ self, storage, req }, { way }) => {
      const { startFactorProof } = await import('../../domain/app-users/prove-factor.ts');
      return startFactorProof(services, storage, { self, way, ...(await callOf(req, storage)) });
    }),
    '/users/:storageId/me/second-factor/verify': own.post(FirstAnswer, async ({ self, storage, req }, { challenge, ...answered }) => ({
      recoveryCodes: await (await domain()).confirmOwnFactor(services, storage, {
        self,
        challenge,
        answer: answerOf(storage, req, answered),
        appName: await appNameOf(services, storage),
      }),
    })),
    '/users/:storageId/me/second-factor/recovery-codes': own.post(ByAnswer, async (call, proof) => ({
      recoveryCodes: await (await domain()).renewRecoveryCodes(services, call.storage, await proofOf(call, proof)),
    })),
    '/users/:storageId/me/second-factor/remove': own.post(Removal, async (call, { way, ...proof }) => {
      await (await domain()).removeOwnFactor(services, call.storage, { ...(await proofOf(call, proof)), way });
      return { message: 'The second factor is off.' };
    }),
    '/users/:storageId/second-factor/:recordId': {
      delete: handle(keys, {}, async ({ caller, req }) => {
        onlyParameters(req, 'this call', []);
        // Named keys are published in pages, and one that deletes records would open accounts by their password alone.
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
