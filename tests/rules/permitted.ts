import type { Person } from './people.ts';

/**
 * The documents (by path) and queries (by their name in queries.ts) that each person may read, by the person's name. No
 * person may write anything.
 */
export interface Permitted {
  get: string[];
  /** A query that matches nothing may be permitted: what it would find is the caller's own. */
  list: string[];
}

const nothing: Permitted = { get: [], list: [] };

const withRed: Permitted = {
  get: ['records/reds', 'deleted/reds-old', 'departed/reds-once'].map((path) => `storages/crews/${path}`),
  list: ['records', 'deleted', 'departed'].map((name) => `storages/crews/${name} with red`),
};

const table: Record<string, Permitted> = {
  admin: {
    get: [
      'tenants/acme',
      'usage/acme',
      'usage/acme_202601',
      'projects/shop',
      'projects/blog',
      'storages/products',
      'storages/old-products',
      'storages/posts',
      ...rows('products'),
      ...rows('posts'),
      'activity/in-shop',
      'activity/in-blog',
      'activity/of-account',
    ],
    list: [
      'usage of acme',
      'projects of acme',
      'storages of acme',
      'storages of shop',
      'storages in use of shop',
      'storages in use of blog',
      ...rowLists('products'),
      ...rowLists('posts'),
      'activity of acme',
      'activity of shop',
      'activity of blog',
    ],
  },
  manager: { get: ['projects/shop', 'activity/in-shop'], list: ['activity of shop'] },
  developer: {
    get: ['projects/shop', 'storages/products', 'storages/old-products', ...rows('products')],
    list: ['storages of shop', 'storages in use of shop', ...rowLists('products')],
  },
  user: { get: ['projects/shop', 'storages/products', ...rows('products')], list: ['storages in use of shop', ...rowLists('products')] },
  'developer of another project': {
    get: ['projects/blog', 'storages/posts', ...rows('posts')],
    list: ['storages in use of blog', ...rowLists('posts')],
  },
  'admin of another tenant': {
    get: ['tenants/rival', 'usage/rival_202601', 'projects/store', 'storages/wares', ...rows('wares'), 'activity/in-store'],
    list: [
      'usage of rival',
      'projects of rival',
      'storages of rival',
      'storages of shop under a foreign tenant',
      'storages in use of store',
      ...rowLists('wares'),
      'activity of store',
    ],
  },
  'developer of another tenant': {
    get: ['projects/store', 'storages/wares', ...rows('wares')],
    list: ['storages in use of store', ...rowLists('wares')],
  },
  superadmin: {
    get: [
      'projects/shop',
      'projects/blog',
      'projects/store',
      'projects/stray',
      'storages/products',
      'storages/old-products',
      'storages/posts',
      'storages/wares',
      'storages/stray',
      'storages/members',
      'storages/ruled',
      'storages/crews',
      'storages/loners',
      'storages/old-members',
      'feedback/acme',
      'contacts/acme',
      'analytics/acme',
    ],
    list: [
      'feedback',
      'contacts',
      'projects',
      'projects of acme',
      'projects of rival',
      'storages',
      'storages of acme',
      'storages of rival',
      'storages of shop',
      'storages of shop under a foreign tenant',
      'storages in use of shop',
      'storages in use of blog',
      'storages in use of store',
    ],
  },
  'app on products': { get: rows('products'), list: rowLists('products') },
  'app with a named key': { get: rows('products'), list: rowLists('products') },
  'app with a key for all storages': { get: rows('products'), list: rowLists('products') },
  'app with the pair where rules hide something': { get: rows('ruled'), list: [] },
  'app with a pair that goes on for an hour': { get: rows('products'), list: rowLists('products') },
  'app on a foreign storage': { get: rows('wares'), list: rowLists('wares') },
  'app user on own records': {
    get: ['storages/products/records/anns', 'storages/products/deleted/anns-old', 'storages/products/departed/anns-once', ...rows('posts')],
    list: [...['records', 'deleted', 'departed'].map((name) => `storages/products/${name} of ann`), ...rowLists('posts')],
  },
  'app user with the present password': { get: rows('posts'), list: rowLists('posts') },
  'app user in a session that goes on': { get: rows('posts'), list: rowLists('posts') },
  'app user on own records of an open storage': {
    get: ['storages/posts/records/anns', 'storages/posts/deleted/anns-old', 'storages/posts/departed/anns-once'],
    list: ['records', 'deleted', 'departed'].map((name) => `storages/posts/${name} of ann`),
  },
  'app user with a label': withRed,
  'app user with ten labels': withRed,
  'app user with a label that asks for no team': withRed,
  'app user with another label': { get: [], list: withRed.list.map((name) => name.replace('red', 'blue')) },
  'app with a key and a label': withRed,
  'app with a key for all storages and a label': withRed,
  'app with a key and another label': { get: [], list: withRed.list.map((name) => name.replace('red', 'blue')) },
  'app with an admin session': { get: rows('wares'), list: rowLists('wares') },
};

/** Signed in, but without a role, a tenant or a project that would open anything else. */
const ownUserOnly = [
  'person of an unknown role',
  'person of an unknown role in a project',
  'person without a role',
  'member without a project',
  'manager without a project',
  'admin without a tenant',
];

export function permittedTo({ name, uid }: Person): Permitted {
  // Staff in an admin's place read what the admin reads, and like everybody write nothing.
  const { get, list } = table[name === 'superadmin who looks at acme' ? 'admin' : name] ?? nothing;
  const seesOwnUser = ownUserOnly.includes(name) || name === 'superadmin who looks at acme' || (name in table && !name.startsWith('app '));
  return { get: seesOwnUser ? [...get, `users/${uid}`] : get, list };
}

function rows(storageId: string): string[] {
  return ['records/one', 'records/anns', 'records/nobodys', 'records/reds', 'deleted/two', 'deleted/anns-old', 'deleted/reds-old'].map(
    (path) => `storages/${storageId}/${path}`,
  );
}

function rowLists(storageId: string): string[] {
  return ['records', 'deleted'].flatMap((name) => ['', ' of ann', ' of ben'].map((whose) => `storages/${storageId}/${name}${whose}`));
}
