/** The RPC of a REST request and the fields from its path and query; `body` is the place of the request's body. */
export interface RestRoute {
  readonly rpc: string;
  /** ProtoJSON of the request, without the body. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: 'whole' | 'document' | 'none';
}

const documentsPath = /^\/(?:v1|v1beta1)\/(projects\/[^/]+\/databases\/[^/:]+\/documents)(\/[^]*?)?(?::([a-zA-Z]+))?$/;

const verbs: Readonly<Record<string, { readonly rpc: string; readonly name: 'database' | 'parent' }>> = {
  batchGet: { rpc: 'BatchGetDocuments', name: 'database' },
  commit: { rpc: 'Commit', name: 'database' },
  batchWrite: { rpc: 'BatchWrite', name: 'database' },
  beginTransaction: { rpc: 'BeginTransaction', name: 'database' },
  rollback: { rpc: 'Rollback', name: 'database' },
  executePipeline: { rpc: 'ExecutePipeline', name: 'database' },
  runQuery: { rpc: 'RunQuery', name: 'parent' },
  runAggregationQuery: { rpc: 'RunAggregationQuery', name: 'parent' },
  listCollectionIds: { rpc: 'ListCollectionIds', name: 'parent' },
  partitionQuery: { rpc: 'PartitionQuery', name: 'parent' },
};

/**
 * Finds the RPC for a method and a URL (docs/facts.md, "REST paths").
 * @returns undefined for what is no REST call
 */
export function routeRest(method: string, rawPath: string, query: URLSearchParams): RestRoute | undefined {
  const path = decodePath(rawPath);
  const verb = method === 'POST' ? /:([a-zA-Z]+)$/.exec(path)?.[1] : undefined;
  const known = verb === undefined || !Object.hasOwn(verbs, verb) ? undefined : verbs[verb];
  const match = documentsPath.exec(known ? path : `${path}:x`);
  const [, root, below = ''] = match ?? [];
  if (root === undefined) return undefined;
  if (known) return callVerb(known, root, below);
  const segments = below === '' ? 0 : below.slice(1).split('/').length;
  const options = queryFields(query);
  if (method === 'GET' && below.endsWith('/')) {
    return segments % 2 === 1
      ? { rpc: 'ListDocuments', fields: { ...options, parent: `${root}${below.slice(0, -1)}` }, body: 'none' }
      : undefined;
  }
  if (segments === 0 || below.endsWith('/')) return undefined;
  return segments % 2 === 1 ? onCollection(method, root + below, options) : onDocument(method, root + below, options);
}

function callVerb(
  known: { readonly rpc: string; readonly name: 'database' | 'parent' },
  root: string,
  below: string,
): RestRoute | undefined {
  if (known.name === 'parent') return { rpc: known.rpc, fields: { parent: root + below }, body: 'whole' };
  if (below !== '') return undefined;
  return { rpc: known.rpc, fields: { database: root.slice(0, -'/documents'.length) }, body: 'whole' };
}

function onDocument(method: string, name: string, options: Record<string, unknown>): RestRoute | undefined {
  switch (method) {
    case 'GET':
      return { rpc: 'GetDocument', fields: { ...pick(options, 'mask', 'transaction', 'readTime'), name }, body: 'none' };
    case 'PATCH':
      return {
        rpc: 'UpdateDocument',
        fields: { ...pick(options, 'updateMask', 'mask', 'currentDocument'), document: { name } },
        body: 'document',
      };
    case 'DELETE':
      return { rpc: 'DeleteDocument', fields: { ...pick(options, 'currentDocument'), name }, body: 'none' };
    default:
      return undefined;
  }
}

function onCollection(method: string, path: string, options: Record<string, unknown>): RestRoute | undefined {
  const slash = path.lastIndexOf('/');
  const place = { parent: path.slice(0, slash), collectionId: path.slice(slash + 1) };
  if (method === 'GET') return { rpc: 'ListDocuments', fields: { ...options, ...place }, body: 'none' };
  if (method === 'POST')
    return { rpc: 'CreateDocument', fields: { ...pick(options, 'documentId', 'mask'), ...place, document: {} }, body: 'document' };
  return undefined;
}

const repeatable = new Set(['mask.fieldPaths', 'updateMask.fieldPaths']);
const simple = new Set([
  'transaction',
  'readTime',
  'pageSize',
  'pageToken',
  'orderBy',
  'showMissing',
  'documentId',
  'currentDocument.exists',
  'currentDocument.updateTime',
]);

/** The query parameters that belong to a request; others (`key`, `alt`, `$…`) are ignored. */
function queryFields(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [rawName, value] of query) {
    const name = rawName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const [outer = '', inner] = name.split('.');
    if (repeatable.has(name)) {
      fields[outer] = { fieldPaths: [...query.getAll(rawName)] };
    } else if (simple.has(name)) fields[outer] = inner === undefined ? value : { [inner]: value };
  }
  return fields;
}

function pick(fields: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function decodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        // Not percent-encoded after all: an id may hold a lone percent sign.
        return segment;
      }
    })
    .join('/');
}
