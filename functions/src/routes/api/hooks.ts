import { type DataRecord, type FieldProblem, messages } from '@bedplate/contract';
import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { withTexts } from '../../domain/webhooks/event-digits.ts';
import { eventFields } from '../../domain/webhooks/event-fields.ts';
import { type HookCaller, hookCaller } from '../../domain/webhooks/hook-caller.ts';
import { rulesOf } from '../../domain/records/schema/storage-rules.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import { told } from './create-records.ts';
import { guarded, paidCall } from './guards.ts';
import { readEvent } from './read-event.ts';
import { answerWith, authorOf } from './storage-call.ts';

/** Inbound webhooks: what anyone with the address posts becomes a record, an array becomes many. */
export function hookRoutes(services: ApiServices): Router {
  return routes({
    '/hooks/:token': {
      post: handle(guarded(services, [identifyHook, ...paidCall]), {}, async ({ caller, req }) => {
        const body = await readEvent(req);
        const rules = await rulesOf(services.records, caller.storage);
        const inputs = (Array.isArray(body) ? body : [body]).map((event) => withTexts(eventFields(event), rules?.fields));
        const { tenantId, projectId, keyId: actor, storage } = caller;
        const warnings: FieldProblem[] = [];
        const request = { key: req.get('Idempotency-Key'), owner: `${tenantId}/${projectId}/${actor}`, content: () => [body] };
        const answer = await withIdempotency<readonly DataRecord[]>(services.records, request, {
          work: (hook) => createRecords(services.records, storage, { inputs, ...authorOf(caller, req), hook, warnings }),
          answer: (records) => ({
            status: 201,
            body: { message: messages.dataAdded, data: { ids: records.map(({ id }) => id) }, ...told(warnings) },
          }),
        });
        return answerWith(req, answer);
      }),
    },
  });
}

function identifyHook(services: ApiServices, req: Request): Promise<HookCaller> {
  return hookCaller(services, String(req.params.token ?? ''));
}
