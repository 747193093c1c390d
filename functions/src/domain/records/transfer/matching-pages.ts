import { limits } from '@bedplate/contract';
import type { ListPage } from '../query/run-plan.ts';
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
  const asked = listQuery({ ...query, page: 1, limit: limits.dataViewLimit });
  let page = await list(services, storage, asked);
  for (;;) {
    yield page.found;
    if (!page.next) return;
    page = await list(services, storage, {
      ...asked,
      cursor: writeCursor({ secret: services.cursorSecret, storageId: storage.id }, asked, page.next),
    });
  }
}
