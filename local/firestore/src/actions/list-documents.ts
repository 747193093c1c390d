import type { Database } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { Order, StructuredQuery } from '../model/query.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { WireDocument } from '../codec/messages/document.ts';
import type { listDocumentsRequest, listDocumentsResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import { authorizeList } from './authorize.ts';
import type { Call } from './call.ts';
import { fieldPath, maskPaths } from './field-paths.ts';
import { documentName, parseParentName, type ResourceName } from '../model/resource-name.ts';
import { nextPage, pageSize, pathOfToken, tokenAfter } from './paging.ts';
import { documentToWire } from './to-wire.ts';
import { readConsistency } from './transactions.ts';

type Request = Decoded<typeof listDocumentsRequest>;
type Listed = Document | { readonly path: string; readonly missing: true };
interface List {
  readonly request: Request;
  readonly call: Call;
  readonly database: Database;
  readonly name: ResourceName;
}

/** Documents of one collection, or of every collection below the parent when no collection is named. */
export function listDocuments(request: Request, call: Call): Decoded<typeof listDocumentsResponse> {
  const name = parseParentName(request.parent);
  const database = call.database(name);
  if (request.showMissing) call.requireAdmin();
  const size = pageSize(request.pageSize);
  const mask = maskPaths(request.mask);
  if (call.caller.kind === 'user') authorizeList(call, database, { ...listQuery(name, request), limit: size });
  const { items, nextPageToken } = isPlain(request)
    ? collectionPage({ request, call, database, name }, size)
    : nextPage(listed({ request, call, database, name }), size, request.pageToken);
  return { documents: items.map((item) => toWire(database, item, mask)), nextPageToken };
}

/** One collection in name order: each page is read, and billed, by itself. */
function isPlain(request: Request): boolean {
  return request.orderBy === '' && request.collectionId !== '';
}

function collectionPage({ request, call, database, name }: List, size: number) {
  const path = name.path === '' ? request.collectionId : `${name.path}/${request.collectionId}`;
  const after = pathOfToken(request.pageToken, path);
  const options = {
    ...readConsistency(database, request),
    showMissing: request.showMissing,
    limit: size,
    ...(after !== undefined && { after }),
  };
  const items: readonly Listed[] = call.metered(database, () => database.listDocuments(path, options));
  return { items, nextPageToken: tokenAfter(items, size) };
}

function listed({ request, call, database, name }: List): readonly Listed[] {
  const options = readConsistency(database, request);
  return call.metered(database, () => {
    if (request.orderBy !== '') {
      if (request.showMissing) throw new RpcError('INVALID_ARGUMENT', '"showMissing" cannot be combined with "orderBy".');
      return database.runQuery(listQuery(name, request), options).documents;
    }
    return database
      .listCollectionIds(name.path, options)
      .flatMap((id) =>
        database.listDocuments(name.path === '' ? id : `${name.path}/${id}`, { ...options, showMissing: request.showMissing }),
      );
  });
}

function listQuery(name: ResourceName, request: Request): StructuredQuery {
  return {
    parent: name.path,
    from: [{ collectionId: request.collectionId, allDescendants: false }],
    orderBy: parseOrderBy(request.orderBy),
    offset: 0,
  };
}

/** `a desc, b` */
function parseOrderBy(text: string): readonly Order[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const match = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(part);
    if (!match?.[1])
      throw new RpcError('INVALID_ARGUMENT', `The order "${part.trim()}" must have the form "field", "field asc" or "field desc".`);
    return { field: fieldPath(match[1]), direction: match[2]?.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING' };
  });
}

function toWire(database: Database, item: Listed, mask: ReturnType<typeof maskPaths>): WireDocument {
  if ('missing' in item) return { name: documentName(database.name, item.path), fields: new Map() };
  return documentToWire(database, item, mask);
}
