import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { callerOfPage } from '../../domain/app-users/page-caller.ts';
import { storagePath } from '../../domain/records/model/paths.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { holdsUsers } from '../../domain/records/model/user-storage.ts';
import { notFound } from '../../errors/api-error.ts';
import { clientAddress } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import { readBytes } from '../../network/read-bytes.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { ApiServices } from './api-services.ts';
import { fullProof, provedBy } from './full-proof.ts';
import { guarded, paidCall } from './guards.ts';
import { ownEndpoints } from './own-call.ts';
import { ProviderStart, Verifier } from './user-inputs.ts';

const LinkStart = ProviderStart.extend(fullProof);
const LinkEnd = z.object({ token: z.string().min(1).max(200), verifier: Verifier });
const Unlink = z.object(fullProof);

const largestForm = 64 * 1024;

/** Where providers send people back to, and the accounts elsewhere of a user. */
export function providerTable(services: ApiServices): RouteTable {
  const own = ownEndpoints(services);
  const back = guarded(services, [identifyCallback, ...paidCall]);
  // Few apps have providers.
  const domain = () => import('../../domain/app-users/own-identities.ts');
  const callback = (parameters: (req: Request) => Promise<URLSearchParams> | URLSearchParams) =>
    handle(back, {}, async ({ req, res }) => {
      const storage = await callbackStorage(services, req);
      if (!storage) throw notFound('Storage');
      const { backFromProvider } = await import('../../domain/app-users/provider-callback.ts');
      const answer = await parameters(req);
      goTo(res, await backFromProvider(services, storage, { provider: String(req.params.provider), answer }));
      return undefined;
    });
  return {
    '/users/:storageId/sign-in/callback/:provider': {
      get: callback((req) => new URL(req.originalUrl, 'http://any').searchParams),
      // Apple's way.
      post: callback(async (req) => new URLSearchParams((await readBytes(req, largestForm)).toString('utf8'))),
    },
    '/users/:storageId/me/identities': {
      ...own.get(async ({ self, storage }) => ({ data: await (await domain()).listIdentities(services, storage, self) })),
      ...own.post(LinkStart, async (call, { provider, returnTo, codeChallenge, ...proof }) => {
        const start = { provider, returnTo, codeChallenge, ip: clientAddress(call.req) };
        return (await domain()).startLink(services, call.storage, { ...start, ...provedBy(call, proof) });
      }),
    },
    '/users/:storageId/me/identities/verify': own.post(LinkEnd, async ({ self, storage }, proof) => {
      await (await domain()).finishLink(services, storage, { self, ...proof });
      return { data: await (await domain()).listIdentities(services, storage, self) };
    }),
    '/users/:storageId/me/identities/:identityId/remove': own.post(Unlink, async (call, proof) => {
      const id = String(call.req.params.identityId);
      await (await domain()).unlink(services, call.storage, { ...provedBy(call, proof), id });
      return { message: 'This account elsewhere no longer signs you in.' };
    }),
  };
}

/** The code is after `#`: no server and no page that is linked from there sees it. */
function goTo(res: Response, address: string): void {
  res.status(303).setHeader('Location', address).setHeader('Referrer-Policy', 'no-referrer').setHeader('Cache-Control', 'no-store').end();
}

/** A browser that comes back from a provider has no origin and no key; the state that it carries is checked later. */
async function identifyCallback(services: ApiServices, req: Request): Promise<ApiCaller> {
  const storage = await callbackStorage(services, req);
  const caller = storage && (await callerOfPage(services, storage));
  if (!caller) throw notFound('Storage');
  return { ...caller, place: { verb: 'authenticate', storageId: storage.id } };
}

async function callbackStorage({ caches }: ApiServices, req: Request): Promise<StorageRow | null> {
  const id = String(req.params.storageId);
  const row = isDocumentId(id) ? await caches.storages.get(storagePath(id)) : null;
  return row && !row.data.archived && holdsUsers(row.data) && (row.data.signIn?.providers?.length ?? 0) > 0 ? row : null;
}
