import { requestLogLimits } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { downloadRequests } from '../../domain/requests/download-requests.ts';
import { groupErrors } from '../../domain/requests/group-errors.ts';
import { groupLists } from '../../domain/requests/group-lists.ts';
import { LineFilter } from '../../domain/requests/line-filter.ts';
import type { RequestLog } from '../../domain/requests/request-log.ts';
import { searchRequests } from '../../domain/requests/search-requests.ts';
import { watchRequests } from '../../domain/requests/watch-requests.ts';
import { fileFormats } from '../../domain/records/transfer/file-format.ts';
import { exportInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import { sendFile } from '../../http/send-file.ts';
import { DateParam, ProjectPath } from '../../validation/inputs.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const wholeNumber = ruled('parameterWhole', { name: 'limit', min: 1, max: requestLogLimits.pageMost });
const Span = z.object({ from: DateParam, to: DateParam });
const Filter = Span.extend(LineFilter.shape);
const Download = Filter.extend({
  format: z.enum(fileFormats, ruled('parameterOneOf', { name: 'format', allowed: fileFormats.join(', ') })).default('ndjson'),
});
const Search = Filter.extend({
  after: z
    .string()
    .regex(/^[0-9a-z]{20}$/, ruled('afterForeign'))
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, wholeNumber)
    .transform(Number)
    .refine((n) => n <= requestLogLimits.pageMost, wholeNumber)
    .optional(),
});

/** The request log of a project. */
export function requestRoutes(services: Services, { may }: AccountGuards, requestLog: RequestLog): Router {
  const guard = may('requests.read');
  return routes({
    '/project/:projectId/requests': {
      get: handle(guard, { params: ProjectPath, query: Search }, async ({ caller, params, query }) => {
        if (query.id) await requestLog.flushLine(query.id);
        return { ...(await searchRequests(services, { caller, projectId: params.projectId, search: query })) };
      }),
    },
    '/project/:projectId/requests/errors': {
      get: handle(guard, { params: ProjectPath, query: Span }, async ({ caller, params, query }) => ({
        data: await groupErrors(services, { caller, projectId: params.projectId, asked: query }),
      })),
    },
    '/project/:projectId/requests/lists': {
      get: handle(guard, { params: ProjectPath, query: Span }, async ({ caller, params, query }) => ({
        data: await groupLists(services, { caller, projectId: params.projectId, asked: query }),
      })),
    },
    '/project/:projectId/requests/download': {
      get: handle(may('requests.export'), { params: ProjectPath, query: Download }, async ({ caller, params, query, res }) => {
        const send = async () =>
          sendFile(
            res,
            await downloadRequests(services, { caller, projectId: params.projectId, search: query, format: query.format }),
            query.format,
          );
        return exportInTurn(caller.tenantId ?? 'staff', send);
      }),
    },
    '/project/:projectId/requests/watch': {
      post: handle(guard, { params: ProjectPath }, async ({ caller, params }) => ({
        data: await watchRequests(services, caller, params.projectId),
      })),
    },
  });
}
