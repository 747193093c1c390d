import * as collections from '../../../store/collections.ts';
import type { PageVisit } from '@bedplate/contract';
import type { PageVisitDocument } from '../../../store/documents/documents.ts';
import { iso } from '../../../store/model/iso.ts';
import { officeList } from './office-list.ts';

/**
 * Page views one by one. They are too many for search fields: a search matches the beginning of a path. Nor are they counted: each
 * has been added to its day's counters in the same commit, and the sum of those is two reads for every 1,000 days.
 */
export const pageVisits = officeList<PageVisitDocument, PageVisit>({
  from: collections.pageVisits.name,
  order: 'key',
  ofTenants: false,
  search: { beginning: 'path' },
  total: async ({ store }) => {
    const [humans, bots] = await Promise.all(['humans', 'bots'].map((field) => store.sum({ from: collections.analytics.name }, field)));
    return (humans?.sum ?? 0) + (bots?.sum ?? 0);
  },
  columns: ['id', 'path', 'ipAddress', 'country', 'city', 'browser', 'deviceType', 'os', 'isBot', 'userAgent', 'createdAt'],
  show: async (_, rows) => rows.map(({ id, data: { expiresAt: _ends, ...visit } }) => ({ ...visit, id, createdAt: iso(visit.createdAt) })),
});
