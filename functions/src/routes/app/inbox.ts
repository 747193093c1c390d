import { between, inboxKinds, limits, messageStates, officeLimits, officeMessages, paging, problem } from '@bedplate/contract';
import type { Router } from 'express';
import { Router as createRouter } from 'express';
import { z } from 'zod';
import { dateRange } from '../../domain/lists/date-range.ts';
import { changeMessage, readMessage, replyToMessage } from '../../domain/office/answer-message.ts';
import { exportList } from '../../domain/office/export-list.ts';
import { type InboxFilter, readInbox } from '../../domain/office/inbox.ts';
import { inboxColumns, walkInbox } from '../../domain/office/walk-inbox.ts';
import { exportedLogs, listLogs, logColumns } from '../../domain/office/system-logs/list-logs.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { handle } from '../../http/handle.ts';
import { After, DateParam, PathId, Search, SortOrder } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import { sendFile } from '../../http/send-file.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const filter = {
  from: DateParam,
  to: DateParam,
  search: Search,
  sortOrder: SortOrder.default('DESC'),
  state: z.enum(messageStates, ruled('parameterOneOf', { name: 'state', allowed: messageStates.join(', ') })).optional(),
  assigneeId: PathId.optional(),
};
const farthestPage = officeLimits.skippedRows / limits.listLimitDefault;
const InboxList = z.object({
  ...paging(limits.listLimitDefault, limits.listLimit),
  ...filter,
  after: After.optional(),
});
const InboxFile = z.object({ ...filter, tab: z.enum(['all', ...inboxKinds]).default('all') });
const MessagePath = z.object({ kind: z.enum(inboxKinds), messageId: PathId });
const Change = z
  .object({
    isRead: z.boolean(ruled('parameterFlag', { name: 'isRead' })).optional(),
    state: z.enum(messageStates, ruled('parameterOneOf', { name: 'state', allowed: messageStates.join(', ') })).optional(),
    assigneeId: PathId.nullish(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), { path: ['isRead'], ...ruled('changeNone') });
const Reply = z.object({
  text: z
    .string(problem('replyMissing'))
    .trim()
    .min(1, problem('replyMissing'))
    .max(officeLimits.reply, problem('replyLong', { max: officeLimits.reply })),
});
/** `timestamp` only stops browsers from using their cache. */
const LogList = z.object({
  date: z.iso.date(problem('dayShape')).optional(),
  requestId: z.uuid(problem('requestIdShape')).optional(),
  timestamp: z.string().max(40).optional(),
});

/** Messages of users and the platform's logs, for staff. Users POST to the same path, /feedback. */
export function inboxRoutes(services: Services, { may }: AccountGuards): Router {
  const staff = may('superadmin');
  const logs = ({ date, requestId }: z.infer<typeof LogList>) =>
    listLogs(services, { date: date ?? new Date(services.clock()).toISOString().slice(0, 10), requestId });
  return createRouter({ caseSensitive: true })
    .get(
      '/feedback',
      handle(
        staff,
        {
          query: InboxList.refine(({ page, after }) => page <= farthestPage || after, {
            path: ['page'],
            ...between('page', 'after'),
            ...ruled('pageBeyond', { max: farthestPage }),
          }),
        },
        async ({ query: { page, limit, after, ...chosen } }) => ({
          data: await readInbox(services, { ...filterOf(chosen), page, limit, after }),
        }),
      ),
    )
    .get(
      '/logs',
      handle(staff, { query: LogList }, async ({ query, res }) => {
        res.set('Cache-Control', 'no-store');
        return { data: await logs(query) };
      }),
    )
    .use(
      routes({
        '/superadmin/csv/messages': {
          get: handle(staff, { query: InboxFile }, async ({ caller, query: { tab, ...chosen }, res }) => {
            const rows = walkInbox(services, tab, filterOf(chosen));
            return sendFile(
              res,
              await exportList(services, caller, { name: 'messages', filter: { tab, ...chosen }, columns: inboxColumns, rows }),
              'csv',
            );
          }),
        },
        '/superadmin/csv/logs': {
          get: handle(staff, { query: LogList }, async ({ caller, query: { timestamp: _cache, ...chosen }, res }) => {
            const rows = exportedLogs(await logs(chosen));
            return sendFile(res, await exportList(services, caller, { name: 'logs', filter: chosen, columns: logColumns, rows }), 'csv');
          }),
        },
        '/superadmin/messages/:kind/:messageId': {
          get: handle(staff, { params: MessagePath }, async ({ params }) => ({ data: await readMessage(services, params) })),
          put: handle(staff, { params: MessagePath, body: Change }, async ({ caller, params, body }) => ({
            data: await changeMessage(services, { caller, place: params, change: body }),
          })),
        },
        '/superadmin/messages/:kind/:messageId/reply': {
          post: handle(staff, { params: MessagePath, body: Reply }, async ({ caller, params, body, req }) => ({
            message: officeMessages.replySent,
            data: await replyToMessage(services, { caller, place: params, answer: { text: body.text, key: idempotencyKey(req) } }),
          })),
        },
      }),
    );
}

function filterOf({ from, to, search = '', ...others }: z.infer<z.ZodObject<typeof filter>>): InboxFilter {
  return { ...others, search, range: dateRange(from, to, { from: 'from', to: 'to' }) };
}
