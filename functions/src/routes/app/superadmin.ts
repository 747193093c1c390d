import { between, officeLimits, problem } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { analytics } from '../../domain/office/analytics.ts';
import { type OfficeListName, officeLists } from '../../domain/office/lists/office-lists.ts';
import { listStaff } from '../../domain/office/staff.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { type RouteTable, routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { officeListCalls } from './office-list-calls.ts';

const Day = z.iso.date(problem('dayShape'));
const Days = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...between('from', 'to'), ...problem('daysTurned') })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < officeLimits.analyticsDays * 24 * 3600_000, {
    path: ['from'],
    ...between('from', 'to'),
    ...problem('daysMany', { max: officeLimits.analyticsDays }),
  });

/** Staff's lists of all accounts: page by page, and each list as a file. */
export function superadminRoutes(services: Services, guards: AccountGuards): Router {
  const staff = guards.may('superadmin');
  return routes({
    ...lists(services, guards),
    '/superadmin/staff': { get: handle(staff, {}, async () => ({ data: await listStaff(services) })) },
    '/superadmin/analytics': {
      get: handle(staff, { query: Days }, async ({ query }) => ({ data: await analytics(services, query) })),
    },
  });
}

function lists(services: Services, guards: AccountGuards): RouteTable {
  const names = Object.keys(officeLists) as OfficeListName[]; // of the table itself
  return Object.fromEntries(
    names.flatMap((name) => {
      const { page, file } = officeListCalls(services, guards, name);
      return [
        [`/superadmin/${name}`, { get: page }],
        [`/superadmin/csv/${name}`, { get: file }],
      ];
    }),
  );
}
