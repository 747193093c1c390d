import { limits } from '@bedplate/contract';
import { z } from 'zod';
import type { RouteTable } from '../../http/routes.ts';
import { nameOf } from '../../validation/inputs.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { fullProof, provedBy } from './full-proof.ts';
import { ownEndpoints } from './own-call.ts';
import { PasskeyMade } from './user-inputs.ts';

const Proof = z.object(fullProof);
const Made = z.object({ challenge: z.string().min(1).max(200), passkey: PasskeyMade, name: nameOf(limits.nameLength).default('Passkey') });
const Rename = z.object({ name: nameOf(limits.nameLength) });

/** The passkeys of a user, by an access token. */
export function passkeyTable(services: ApiServices): RouteTable {
  const own = ownEndpoints(services);
  // Few apps have them, and what checks them is large.
  const domain = () => import('../../domain/app-users/own-passkeys.ts');
  return {
    '/users/:storageId/me/passkeys': {
      ...own.get(async ({ self, storage }) => ({ data: await (await domain()).listPasskeys(services, storage, self) })),
      ...own.post(Proof, async (call, proof) => {
        const { storage, req } = call;
        const asked = { ...provedBy(call, proof), origin: req.get('Origin'), appName: await appNameOf(services, storage) };
        return (await domain()).startOwnPasskey(services, storage, asked);
      }),
    },
    '/users/:storageId/me/passkeys/verify': own.post(Made, async ({ self, storage, req }, made) => {
      const call = { ...made, self, origin: req.get('Origin'), appName: await appNameOf(services, storage) };
      return { data: await (await domain()).finishOwnPasskey(services, storage, call) };
    }),
    '/users/:storageId/me/passkeys/:passkeyId/rename': own.post(Rename, async ({ self, storage, req }, { name }) => ({
      data: await (await domain()).renamePasskey(services, storage, { self, id: String(req.params.passkeyId), name }),
    })),
    '/users/:storageId/me/passkeys/:passkeyId/remove': own.post(Proof, async (call, proof) => {
      const { storage, req } = call;
      const asked = { ...provedBy(call, proof), id: String(req.params.passkeyId), appName: await appNameOf(services, storage) };
      await (await domain()).removePasskey(services, storage, asked);
      return { message: 'This passkey no longer signs you in.' };
    }),
  };
}
