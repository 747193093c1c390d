import { type ApiKey, ApiKeyChange, ApiKeyInput, messages } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { createKey, listKeys, removeKey, updateKey } from '../../domain/api-keys/scoped-keys.ts';
import { originOf } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import { PathId } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const shown = ['kind', 'ending', 'capUsed', 'lastUsedAt', 'calls'] satisfies (keyof ApiKey)[];

const KeyPath = z.object({ keyId: PathId });
const KeyList = z.object({ projectId: PathId.optional() });

/** Keys of the account: its pair, and named keys with a scope. */
export function keyRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/keys': {
      get: handle(may('keys.read'), { query: KeyList }, async ({ caller, query }) => ({
        data: await listKeys(services, caller, query.projectId),
      })),
      post: handle(may('keys.read'), { body: ApiKeyInput, status: 201 }, async ({ caller, body, req }) => ({
        message: messages.keyAdded,
        data: await createKey(services, { caller, input: body, origin: originOf(req) }),
      })),
    },
    '/keys/:keyId': {
      put: handle(may('keys.read'), { params: KeyPath, body: ApiKeyChange, echoed: shown }, async ({ caller, params, body, req }) => ({
        message: messages.keyUpdated,
        data: await updateKey(services, { caller, id: params.keyId, change: body, origin: originOf(req) }),
      })),
      delete: handle(may('keys.read'), { params: KeyPath }, async ({ caller, params, req }) => {
        await removeKey(services, { caller, id: params.keyId, origin: originOf(req) });
        return { message: messages.keyRemoved };
      }),
    },
  });
}
