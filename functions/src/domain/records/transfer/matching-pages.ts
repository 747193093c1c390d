import { limits } from '@bedplate/contract';
import type { ListPage } from '../query/run-plan.ts';
import type { ListQuery } from '../query/list-query.ts';
import { list } from '../query/list.ts';
import { writeCursor } from '../query/cursor.ts';
import { listQuery, type ViewQuery } from '../query/data-view.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';

/**
 * Everything that a data view's query matches, in its order, page by page.
 * @throws {ApiError} invalid-argument, query-too-broad
 */
export async function* matchingPages(services: RecordServices, storage: StorageRow, query: ViewQuery): AsyncGenerator<ListPage['found']> {
  const asked = listQuery(storage, { ...query, page: 1, limit: limits.dataViewLimit });
  for await (const { found } of pagesOf(services, { storage, query: asked })) yield found;
}

/**
 * All pages of a list.
 * @param pay for each page behind the first
 * @throws {ApiError} invalid-argument, query-too-broad
 */
export async function* pagesOf(
  services: RecordServices,
  { storage, query, pay }: { storage: StorageRow; query: ListQuery; pay?: () => Promise<unknown> },
): AsyncGenerator<ListPage> {
  const asked = { ...query, page: 1, limit: limits.dataViewLimit };
  let page = await list(services, storage, asked);
  for (;;) {
    yield page;
    if (!page.next) return;
    await pay?.();
    const cursor = writeCursor({ secret: services.cursorSecret, storageId: storage.id }, asked, page.next);
    page = await list(services, storage, { ...asked, cursor });
  }
}
