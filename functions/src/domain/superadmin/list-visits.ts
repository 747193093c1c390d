import type { PageVisit } from '@bedplate/contract';
import type { Services } from '../../services.ts';
import type { PageVisitDocument } from '../../store/documents.ts';
import type { Listed } from './list-accounts.ts';
import { type OfficeQuery, listPage } from './list-page.ts';

/** Page views one by one. A search matches the beginning of a path, or an id. */
export async function listPageVisits(services: Services, query: OfficeQuery): Promise<Listed<PageVisit>> {
  const list = { from: 'pageVisits', timeOrderedIds: true, searched: ['path'] };
  const { rows, pagination } = await listPage<PageVisitDocument>(services, list, { ...query, tenantId: undefined });
  return { data: rows.map(({ id, data }) => ({ ...data, id, createdAt: data.createdAt.toDate().toISOString() })), pagination };
}
