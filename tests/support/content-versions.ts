import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { database } from './target.ts';

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
  const db = database();
  return versionsIn([...collections.map((name) => db.collection(name)), ...collectionGroups.map((name) => db.collectionGroup(name))]);
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
  isTheirsToo: (tenantId: unknown) => boolean,
): Promise<QueryDocumentSnapshot[]> {
  const db = database();
  const rows = await Promise.all(
    names.map((name) => {
      const all = db.collection(name).select('tenantId', 'ref');
      return (ofAccounts.has(name) ? all.where('tenantId', 'in', tenantIds) : all).get();
    }),
  );
  const all = rows.flatMap(({ docs }) => docs);
  const accountOf = new Map(all.filter(({ ref }) => ref.parent.id === 'users').map((doc) => [doc.id, doc.get('tenantId')]));
  const owned = all.filter((doc) => {
    const kind = doc.ref.parent.id;
    // An address belongs to its person, who may be of another account.
    const owner = kind === 'tenants' ? doc.id : kind === 'unique' ? accountOf.get(doc.get('ref')) : doc.get('tenantId');
    return tenantIds.includes(owner) || isTheirsToo(owner);
  });
  const storages = owned.filter(({ ref }) => ref.parent.id === 'storages');
  const records = await Promise.all(storages.flatMap(({ ref }) => collectionGroups.map((name) => ref.collection(name).select().get())));
  return [...owned, ...records.flatMap(({ docs }) => docs)];
}

async function versionsIn(queries: Query[]): Promise<string> {
  const snapshots = await Promise.all(queries.map((query) => query.select().get()));
  return versionsOf(snapshots.flatMap(({ docs }) => docs));
}

function versionsOf(docs: QueryDocumentSnapshot[]): string {
  const lines = docs.map((doc) => `${doc.ref.path} ${doc.updateTime.toMillis()}.${doc.updateTime.nanoseconds}`);
  return lines.sort().join('\n');
}
