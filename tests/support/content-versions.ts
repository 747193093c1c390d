import { projectId, target } from './target.ts';

/** Content that people and apps put in. Metering, sessions, mail and logs may also change on a refusal. */
const collections = [
  'tenants',
  'users',
  'projects',
  'storages',
  'endpoints',
  'hooks',
  'apiKeys',
  'unique',
  'activity',
  'products',
  'discounts',
  'audit',
  'settings',
];
const collectionGroups = ['records', 'deleted', 'private'];
/** Each of their documents has an account, and an index leads to it: tests before have left many of others. */
const ofAccounts = new Set(['projects', 'storages', 'endpoints', 'apiKeys', 'activity', 'sessions']);

/** A line for each such document, with its last change: where two differ, a test names the document. */
export async function contentVersions(): Promise<string> {
  const queries = [...collections.map((name) => find({ name })), ...collectionGroups.map((name) => find({ name, allDescendants: true }))];
  return versionsOf((await Promise.all(queries)).flat());
}

/**
 * The same of what the accounts own, and of what no account owns. Jobs of other accounts, which tests before have left, may go on
 * meanwhile. Not every collection has an index by account.
 */
export async function contentAround(tenantIds: readonly string[]): Promise<string> {
  return versionsOf(await contentOwned(collections, tenantIds, (tenantId) => tenantId === undefined));
}

/** The same of one account, with its sessions: nobody of it is at work meanwhile. */
export async function accountVersions(tenantId: string): Promise<string> {
  return versionsOf(await contentOwned([...collections, 'sessions'], [tenantId], () => false));
}

async function contentOwned(
  names: readonly string[],
  tenantIds: readonly string[],
  isTheirsToo: (tenantId: string | null | undefined) => boolean,
): Promise<Found[]> {
  const fields = ['tenantId', 'ref'];
  const queries = names.map((name) => find({ name, fields, ...(ofAccounts.has(name) && { tenantIds }) }));
  const all = (await Promise.all(queries)).flat();
  const accountOf = new Map(all.filter(({ kind }) => kind === 'users').map(({ id, tenantId }) => [id, tenantId]));
  const owned = all.filter(({ kind, id, tenantId, ref }) => {
    // An address belongs to its person, who may be of another account.
    const owner = kind === 'tenants' ? id : kind === 'unique' ? accountOf.get(ref ?? '') : tenantId;
    return (typeof owner === 'string' && tenantIds.includes(owner)) || isTheirsToo(owner);
  });
  const storages = owned.filter(({ kind }) => kind === 'storages');
  const records = await Promise.all(storages.flatMap(({ path }) => collectionGroups.map((name) => find({ name, parent: path }))));
  return [...owned, ...records.flat()];
}

interface Found {
  /** The name of its collection. */
  kind: string;
  id: string;
  path: string;
  updateTime: string;
  tenantId: string | null | undefined;
  ref: string | null | undefined;
}

interface Search {
  name: string;
  /** The document that the collection is below. */
  parent?: string;
  allDescendants?: boolean;
  fields?: readonly string[];
  tenantIds?: readonly string[];
}

/** Past the SDK: each refusal asks for thousands of documents twice, and it makes four times the work of each. */
async function find({ name, parent, allDescendants = false, fields = ['__name__'], tenantIds }: Search): Promise<Found[]> {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const values = tenantIds?.map((stringValue) => ({ stringValue }));
  const structuredQuery = {
    select: { fields: fields.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: name, allDescendants }],
    ...(values && { where: { fieldFilter: { field: { fieldPath: 'tenantId' }, op: 'IN', value: { arrayValue: { values } } } } }),
  };
  const response = await fetch(`http://${target.firestoreHost}/v1/${root}${parent ? `/${parent}` : ''}:runQuery`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ structuredQuery }),
  });
  if (!response.ok) throw new Error(`The query of ${name} answered ${response.status}: ${await response.text()}`);
  const rows = (await response.json()) as { document?: WireDocument }[]; // the API's documented shape
  return rows.flatMap(({ document }) => (document ? [foundIn(document, root)] : []));
}

interface WireDocument {
  name: string;
  updateTime: string;
  fields?: Record<string, { stringValue?: string; nullValue?: null }>;
}

function foundIn({ name, updateTime, fields }: WireDocument, root: string): Found {
  const path = name.slice(root.length + 1);
  const [id = '', kind = ''] = path.split('/').reverse();
  return { kind, id, path, updateTime, tenantId: textIn(fields?.tenantId), ref: textIn(fields?.ref) };
}

/** @returns undefined for a field that is not there */
function textIn(value: { stringValue?: string; nullValue?: null } | undefined): string | null | undefined {
  return value && (value.stringValue ?? null);
}

function versionsOf(found: readonly Found[]): string {
  return found
    .map(({ path, updateTime }) => `${path} ${updateTime}`)
    .sort()
    .join('\n');
}
