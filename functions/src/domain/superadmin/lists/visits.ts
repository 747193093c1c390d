import type { PageVisit } from '@bedplate/contract';
import type { PageVisitDocument } from '../../../store/documents.ts';
import { iso, officeList } from './office-list.ts';

/** Page views one by one. They are too many for search fields: a search matches the beginning of a path. */
export const pageVisits = officeList<PageVisitDocument, PageVisit>({
  from: 'pageVisits',
  order: 'key',
  ofTenants: false,
  search: { beginning: 'path' },
  columns: ['id', 'path', 'ipAddress', 'country', 'city', 'browser', 'deviceType', 'os', 'isBot', 'userAgent', 'createdAt'],
  show: async (_, rows) => rows.map(({ id, data }) => ({ ...data, id, createdAt: iso(data.createdAt) })),
});
