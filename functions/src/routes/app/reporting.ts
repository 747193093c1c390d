import { callReportBy, reportEntriesMax } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { callReport } from '../../domain/reporting/call-report.ts';
import { reportOf } from '../../domain/reporting/report.ts';
import { reportRange } from '../../domain/reporting/report-range.ts';
import { handle } from '../../http/handle.ts';
import { DateParam, PathId } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const wholeNumber = ruled('parameterWhole', { name: 'entries', min: 0, max: reportEntriesMax });
const ReportQuery = z.object({
  projectId: PathId,
  /** Is taken and not read: the session identifies the caller. */
  userId: z.string().max(200).optional(),
  from: DateParam,
  to: DateParam,
  /** Entries that `raw` may list; the counts do not need them. */
  entries: z
    .string()
    .regex(/^[0-9]{1,4}$/, wholeNumber)
    .transform(Number)
    .refine((n) => n <= reportEntriesMax, wholeNumber)
    .default(reportEntriesMax),
});

const CallsQuery = z.object({ projectId: PathId, from: DateParam, to: DateParam, by: z.enum(callReportBy).default('storage') });

export function reportingRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/reporting': {
      get: handle(may('reporting'), { query: ReportQuery }, async ({ caller, query }) => {
        const range = reportRange(query.from, query.to, services.clock());
        const data = await reportOf(services, { caller, projectId: query.projectId, options: { range, entries: query.entries } });
        return { data, storageMetrics: data.storageMetrics };
      }),
    },
    '/reporting/calls': {
      get: handle(may('reporting'), { query: CallsQuery }, async ({ caller, query: { projectId, from, to, by } }) => {
        const range = reportRange(from, to, services.clock());
        return { data: await callReport(services, { caller, projectId, range, by }) };
      }),
    },
  });
}
