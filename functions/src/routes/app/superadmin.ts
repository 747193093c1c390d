import { inboxKinds, limits, officeLimits, officeMessages, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import type { Caller } from '../../domain/accounts/caller.ts';
import { analytics } from '../../domain/superadmin/analytics.ts';
import { markMessage, replyToMessage } from '../../domain/superadmin/answer-message.ts';
import { listAudit } from '../../domain/superadmin/audit.ts';
import { type Listed, listAllProjects, listAllUsers } from '../../domain/superadmin/list-accounts.ts';
import { listAllEndpoints } from '../../domain/superadmin/list-endpoints.ts';
import type { OfficeQuery } from '../../domain/superadmin/list-page.ts';
import { listAllArchivedStorages, listAllStorages } from '../../domain/superadmin/list-storages.ts';
import { listPageVisits } from '../../domain/superadmin/list-visits.ts';
import { handle } from '../../http/handle.ts';
import { PathId, Search, SortOrder } from '../../http/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const OfficeList = z.object({
  ...paging(limits.listLimitDefault, limits.listLimit),
  search: Search,
  tenantId: PathId.optional(),
  sortOrder: SortOrder.default('DESC'),
  after: PathId.optional(),
});
const Day = z.iso.date('Give a date as yyyy-mm-dd.');
const Days = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'to must not be before from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < officeLimits.analyticsDays * 24 * 3600_000, {
    path: ['from'],
    message: `At most ${officeLimits.analyticsDays} days.`,
  });
const MessagePath = z.object({ kind: z.enum(inboxKinds), messageId: PathId });
const Mark = z.object({ isRead: z.boolean({ error: 'isRead is true or false.' }) });
const Reply = z.object({
  text: z
    .string({ error: 'Enter a reply.' })
    .trim()
    .min(1, 'Enter a reply.')
    .max(officeLimits.reply, `A reply has at most ${officeLimits.reply} characters.`),
});

/** What platform staff see of all accounts. */
export function superadminRoutes(services: Services, { may }: AccountGuards): Router {
  const staff = may('superadmin');
  const list = (read: (query: OfficeQuery, caller: Caller) => Promise<Listed<object>>) => ({
    get: handle(staff, { query: OfficeList }, async ({ query, caller }) => ({ ...(await read(query, caller)) })),
  });
  return routes({
    '/superadmin/users': list((query) => listAllUsers(services, query)),
    '/superadmin/projects': list((query) => listAllProjects(services, query)),
    '/superadmin/storages': list((query) => listAllStorages(services, query)),
    '/superadmin/archivedstorages': list((query) => listAllArchivedStorages(services, query)),
    '/superadmin/endpoints': list((query, caller) => listAllEndpoints(services, caller, query)),
    '/superadmin/pagevisits': list((query) => listPageVisits(services, query)),
    '/superadmin/audit': list((query) => listAudit(services, query)),
    '/superadmin/analytics': {
      get: handle(staff, { query: Days }, async ({ query }) => ({ data: await analytics(services, query) })),
    },
    '/superadmin/messages/:kind/:messageId': {
      put: handle(staff, { params: MessagePath, body: Mark }, async ({ caller, params, body }) => ({
        data: await markMessage(services, caller, params, body.isRead),
      })),
    },
    '/superadmin/messages/:kind/:messageId/reply': {
      post: handle(staff, { params: MessagePath, body: Reply }, async ({ caller, params, body }) => ({
        message: officeMessages.replySent,
        data: await replyToMessage(services, caller, params, body.text),
      })),
    },
  });
}
