import { collection, collectionGroup, type Firestore, limit, orderBy, type Query, query, where } from 'firebase/firestore';
import { serverCollections } from './world.ts';

/** Every query that the persons try, by name. */
export const queries: Record<string, (db: Firestore) => Query> = {
  users: (db) => collection(db, 'users'),
  'users of acme': (db) => query(collection(db, 'users'), where('tenantId', '==', 'acme')),
  projects: (db) => collection(db, 'projects'),
  'projects of acme': (db) => query(collection(db, 'projects'), where('tenantId', '==', 'acme')),
  'projects of rival': (db) => query(collection(db, 'projects'), where('tenantId', '==', 'rival')),
  storages: (db) => collection(db, 'storages'),
  'storages of acme': (db) => query(collection(db, 'storages'), where('tenantId', '==', 'acme')),
  'storages of rival': (db) => query(collection(db, 'storages'), where('tenantId', '==', 'rival')),
  'storages of shop': (db) => ofProject(db, 'storages', 'acme', 'shop'),
  'storages in use of shop': (db) => query(ofProject(db, 'storages', 'acme', 'shop'), where('archived', '==', false)),
  'storages in use of blog': (db) => query(ofProject(db, 'storages', 'acme', 'blog'), where('archived', '==', false)),
  'storages in use of store': (db) => query(ofProject(db, 'storages', 'rival', 'store'), where('archived', '==', false)),
  'storages of shop under a foreign tenant': (db) => ofProject(db, 'storages', 'rival', 'shop'),
  ...Object.fromEntries(
    ['products', 'old-products', 'posts', 'wares', 'unknown'].flatMap((id) =>
      ['records', 'deleted', 'departed', 'private', 'schemas'].flatMap((name) => [
        [`storages/${id}/${name}`, (db: Firestore) => query(collection(db, 'storages', id, name), limit(10))],
        ...['ann', 'ben'].map((owner) => [
          `storages/${id}/${name} of ${owner}`,
          (db: Firestore) => query(collection(db, 'storages', id, name), where('owner', '==', owner)),
        ]),
      ]),
    ),
  ),
  'all records': (db) => collectionGroup(db, 'records'),
  'all deleted': (db) => collectionGroup(db, 'deleted'),
  'all private': (db) => collectionGroup(db, 'private'),
  activity: (db) => query(collection(db, 'activity'), orderBy('createdAt', 'desc')),
  'activity of acme': (db) => query(collection(db, 'activity'), where('tenantId', '==', 'acme')),
  'activity of shop': (db) => ofProject(db, 'activity', 'acme', 'shop'),
  'activity of blog': (db) => ofProject(db, 'activity', 'acme', 'blog'),
  'activity of store': (db) => ofProject(db, 'activity', 'rival', 'store'),
  'usage of acme': (db) => ofMonth(db, 'acme'),
  'usage of rival': (db) => ofMonth(db, 'rival'),
  ...Object.fromEntries(serverCollections.map((name) => [name, (db: Firestore) => collection(db, name)])),
};

function ofMonth(db: Firestore, tenantId: string): Query {
  return query(collection(db, 'usage'), where('tenantId', '==', tenantId), where('month', '==', '202601'));
}

function ofProject(db: Firestore, name: string, tenantId: string, projectId: string): Query {
  return query(collection(db, name), where('tenantId', '==', tenantId), where('projectId', '==', projectId));
}
