import { messages, problem } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { countAttempt } from '../../domain/rate-limits/attempts.ts';
import { fetchSafely } from '../../domain/sandbox/fetch-safely.ts';
import { insertResponseData } from '../../domain/storages/items.ts';
import { activeStorages } from '../../domain/storages/list-storages.ts';
import { findProject } from '../../domain/callers/find-project.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import { PathId, ProjectPath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { say } from '../../errors/say.ts';

/** Headers of the connection itself; the sender may not set them. */
const forbiddenHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'accept-encoding',
];
const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, problem('headerName'))
  .refine((name) => !forbiddenHeaders.includes(name.toLowerCase()), problem('headerForbidden'));
const HeaderValue = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, problem('headerValue'));
const ProxiedSend = z.object({
  url: z.url({ protocol: /^https?$/, ...problem('sendUrl') }).max(4000),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= 50, problem('headersMany', { max: 50 }))
    .default({}),
});
const sendLimit = {
  scope: 'sandbox-send',
  max: 60,
  windowMillis: 60_000,
  message: say('requestsMany'),
};
const ResponseData = z.object({ dataStorageId: PathId, responseData: z.unknown() });

/** Is registered before the storage routes, because these names are no storage ids. */
export function sandboxRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/sandbox': {
      get: handle(may('sandbox'), { params: ProjectPath }, async ({ caller, params }) => {
        await findProject(services, caller, params.projectId);
        return { data: await activeStorages(services, params.projectId) };
      }),
    },
    '/project/:projectId/dataStorages/postmanSaveData': {
      post: handle(
        may('sandbox'),
        { params: ProjectPath, body: ResponseData, keepsDigits: true, status: 201 },
        async ({ caller, params, body }) => ({
          message: messages.responseSaved,
          data: await insertResponseData(services, {
            caller,
            path: { projectId: params.projectId, storageId: body.dataStorageId },
            responseData: body.responseData,
          }),
        }),
      ),
    },
    '/project/:projectId/sandbox/send': {
      post: handle(
        ifOn(services, 'sandboxRequests', may('sandbox')),
        { params: ProjectPath, body: ProxiedSend },
        async ({ caller, params, body }) => {
          await findProject(services, caller, params.projectId);
          await countAttempt(services, sendLimit, caller.uid);
          return { data: await fetchSafely(new URL(body.url), body.headers) };
        },
      ),
    },
  });
}
