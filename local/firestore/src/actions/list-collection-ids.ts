import type { listCollectionIdsRequest, listCollectionIdsResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseParentName } from '../model/resource-name.ts';
import { nextPage, pageSize } from './paging.ts';

export function listCollectionIds(
  request: Decoded<typeof listCollectionIdsRequest>,
  call: Call,
): Decoded<typeof listCollectionIdsResponse> {
  const name = parseParentName(request.parent);
  const database = call.database(name);
  call.requireAdmin();
  const ids = database.listCollectionIds(name.path, { readTime: request.readTime });
  const { items, nextPageToken } = nextPage(ids, pageSize(request.pageSize), request.pageToken);
  return { collectionIds: items, nextPageToken };
}
