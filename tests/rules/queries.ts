import { collection, collectionGroup, type Firestore, limit, orderBy, type Query, query, where } from 'firebase/firestore';
import type { StructuredQuery } from 'local-firestore';
import { serverCollections } from './world.ts';

/** A query as both the SDK and the rules engine can be asked it. */
interface Asked {
  /** The path of a collection, or the name of a collection group. */
  readonly collection: string;
  readonly group?: true;
  readonly where?: Readonly<Record<string, string | boolean>>;
  readonly labelled?: string;
  readonly newestFirst?: true;
  readonly limit?: number;
}

/** Every query that the persons try, by name. */
export const queries: Readonly<Record<string, Asked>> = {
  users: { collection: 'users' },
  'users of acme': { collection: 'users', where: { tenantId: 'acme' } },
  projects: { collection: 'projects' },
  'projects of acme': { collection: 'projects', where: { tenantId: 'acme' } },
  'projects of rival': { collection: 'projects', where: { tenantId: 'rival' } },
  storages: { collection: 'storages' },
  'storages of acme': { collection: 'storages', where: { tenantId: 'acme' } },
  'storages of rival': { collection: 'storages', where: { tenantId: 'rival' } },
  'storages of shop': ofProject('storages', 'acme', 'shop'),
  'storages in use of shop': ofProject('storages', 'acme', 'shop', { archived: false }),
  'storages in use of blog': ofProject('storages', 'acme', 'blog', { archived: false }),
  'storages in use of store': ofProject('storages', 'rival', 'store', { archived: false }),
  'storages of shop under a foreign tenant': ofProject('storages', 'rival', 'shop'),
  ...Object.fromEntries(
    ['products', 'old-products', 'posts', 'wares', 'unknown']
      .flatMap((id) => ['records', 'deleted', 'departed', 'private', 'schemas', 'totals', 'views'].map((name) => `storages/${id}/${name}`))
      .flatMap((path) => [
        [path, { collection: path, limit: 10 }],
        ...['ann', 'ben'].map((owner) => [`${path} of ${owner}`, { collection: path, where: { owner } }]),
      ]),
  ),
  ...Object.fromEntries(
    ['crews', 'old-products']
      .flatMap((id) => ['records', 'deleted', 'departed'].map((name) => `storages/${id}/${name}`))
      .flatMap((path) => ['red', 'blue'].map((labelled) => [`${path} with ${labelled}`, { collection: path, labelled }])),
  ),
  'all records': { collection: 'records', group: true },
  'all deleted': { collection: 'deleted', group: true },
  'all private': { collection: 'private', group: true },
  activity: { collection: 'activity', newestFirst: true },
  'activity of acme': { collection: 'activity', where: { tenantId: 'acme' } },
  'activity of shop': ofProject('activity', 'acme', 'shop'),
  'activity of blog': ofProject('activity', 'acme', 'blog'),
  'activity of store': ofProject('activity', 'rival', 'store'),
  'usage of acme': { collection: 'usage', where: { tenantId: 'acme', month: '202601' } },
  'usage of rival': { collection: 'usage', where: { tenantId: 'rival', month: '202601' } },
  ...Object.fromEntries(serverCollections.map((name) => [name, { collection: name }])),
};

function ofProject(name: string, tenantId: string, projectId: string, more: Record<string, boolean> = {}): Asked {
  return { collection: name, where: { tenantId, projectId, ...more } };
}

/** @returns the query as an app would send it */
export function queryIn(db: Firestore, asked: Asked): Query {
  return query(
    asked.group ? collectionGroup(db, asked.collection) : collection(db, asked.collection),
    ...Object.entries(asked.where ?? {}).map(([field, value]) => where(field, '==', value)),
    ...(asked.labelled === undefined ? [] : [where('labels', 'array-contains', asked.labelled)]),
    ...(asked.newestFirst ? [orderBy('createdAt', 'desc')] : []),
    ...(asked.limit === undefined ? [] : [limit(asked.limit)]),
  );
}

/** @returns the query as it arrives at the rules */
export function structured({ collection: path, group, where: equal = {}, labelled, newestFirst, limit: most }: Asked): StructuredQuery {
  const slash = path.lastIndexOf('/');
  return {
    parent: slash < 0 ? '' : path.slice(0, slash),
    from: [{ collectionId: path.slice(slash + 1), allDescendants: group === true }],
    where: {
      kind: 'composite',
      op: 'AND',
      filters: [
        ...Object.entries(equal).map(([field, value]) => ({ kind: 'field' as const, field: [field], op: 'EQUAL' as const, value })),
        ...(labelled === undefined ? [] : [{ kind: 'field' as const, field: ['labels'], op: 'ARRAY_CONTAINS' as const, value: labelled }]),
      ],
    },
    orderBy: newestFirst ? [{ field: ['createdAt'], direction: 'DESCENDING' }] : [],
    offset: 0,
    ...(most !== undefined && { limit: most }),
  };
}
