import { limits, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { Router as createRouter } from 'express';
import { z } from 'zod';
import { dateRange } from '../../domain/date-range.ts';
import { readInbox } from '../../domain/superadmin/inbox.ts';
import { listLogs } from '../../domain/system-logs/list-logs.ts';
import { handle } from '../../http/handle.ts';
import { DateParam, PathId, Search, SortOrder } from '../../http/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import type { Services } from '../../services.ts';

const InboxList = z.object({
  ...paging(limits.listLimitDefault, limits.listLimit),
  page: paging(limits.listLimitDefault, limits.listLimit).page.refine((page) => page <= 1000, 'page is at most 1000; go on with after.'),
  from: DateParam,
  to: DateParam,
  search: Search,
  sortOrder: SortOrder.default('DESC'),
  after: PathId.optional(),
});
/** `timestamp` keeps browsers from answering out of their cache and selects nothing. */
const LogList = z.object({
  date: z.iso.date('Give a date as yyyy-mm-dd.').optional(),
  requestId: z.uuid('requestId is the id from an answer’s X-Request-Id.').optional(),
  timestamp: z.string().max(40).optional(),
});

/** What people wrote, and what the platform logged. For staff; the same path as people's own POST /feedback. */
export function inboxRoutes(services: Services, { may }: AccountGuards): Router {
  const staff = may('superadmin');
  return createRouter({ caseSensitive: true })
    .get(
      '/feedback',
      handle(staff, { query: InboxList }, async ({ query: { from, to, search = '', ...query } }) => ({
        data: await readInbox(services, { ...query, search, range: dateRange(from, to, { from: 'from', to: 'to' }) }),
      })),
    )
    .get(
      '/logs',
      handle(staff, { query: LogList }, async ({ query, res }) => {
        res.set('Cache-Control', 'no-store');
        const today = new Date(services.clock()).toISOString().slice(0, 10);
        return { data: await listLogs(services, { date: query.date ?? today, requestId: query.requestId }) };
      }),
    );
}
