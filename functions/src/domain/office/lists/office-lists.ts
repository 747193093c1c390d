import { audit } from './audit-list.ts';
import { projects, users } from './accounts.ts';
import { endpoints } from './endpoints.ts';
import type { AnyOfficeList } from './office-list.ts';
import { discounts, products, usedDiscounts } from './products.ts';
import { archivedStorages, storages } from './storages.ts';
import { apiUsageHistories, apiUsages, subscriptions } from './subscriptions.ts';
import { pageVisits } from './visits.ts';

/** Every list of the platform's staff, by its name in addresses. */
export const officeLists = {
  users,
  projects,
  storages,
  archivedstorages: archivedStorages,
  endpoints,
  products,
  discounts,
  'used-discounts': usedDiscounts,
  subscriptions,
  apiusages: apiUsages,
  apiusagehistories: apiUsageHistories,
  pagevisits: pageVisits,
  audit,
} as const satisfies Record<string, AnyOfficeList>;

export type OfficeListName = keyof typeof officeLists;
