import { messages } from '@bedplate/contract';
import type { Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { hookCaller } from '../../domain/webhooks/hook-caller.ts';
import { once } from '../../domain/records/write/idempotency.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { ApiError } from '../../errors/api-error.ts';
import { handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { creditFor } from './api-guard.ts';

/** Inbound webhooks: JSON that anyone with the address posts becomes a record, an array becomes many. */
export function hookRoutes(services: ApiServices): Router {
  return routes({
    '/hooks/:token': {
      post: handle(
        async (req) => {
          const caller = await hookCaller(services, String(req.params.token ?? ''));
          await creditFor(services, caller, req, { storageId: caller.storage.id, verb: 'create' });
          return caller;
        },
        { status: 201 },
        async ({ caller, req }) => {
          const body = await readJson(req);
          if (body === undefined) throw new ApiError('invalid-argument', 'Send the fields as a JSON object in the body.');
          const inputs = Array.isArray(body) ? body : [body];
          const { tenantId, projectId, keyId: actor, storage } = caller;
          const request = { key: req.get('Idempotency-Key'), owner: `${tenantId}/${projectId}/${actor}`, content: [body] };
          return once(services.records, request, async (also) => {
            const records = await createRecords(services.records, storage, inputs, { actor }, (made) =>
              also(answerOf(made.map(({ id }) => id))),
            );
            return answerOf(records.map(({ id }) => id));
          });
        },
      ),
    },
  });
}

const answerOf = (ids: readonly string[]) => ({ message: messages.dataAdded, data: { ids: [...ids] } });
