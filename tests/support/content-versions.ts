import { FieldPath, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
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

/** A line for each such document, with its last change: where two differ, a test names the document. */
export async function contentVersions(): Promise<string> {
  const db = database();
  return versionsIn([...collections.map((name) => db.collection(name)), ...collectionGroups.map((name) => db.collectionGroup(name))]);
}

/** The same of one account, with its sessions: nobody of it is at work meanwhile. Not every collection has an index by account. */
export async function accountVersions(tenantId: string): Promise<string> {
  const db = database();
  const storages = await db.collection('storages').select('tenantId').get();
  const records = ownedBy(storages.docs, tenantId).flatMap(({ ref }) => collectionGroups.map((name) => ref.collection(name)));
  const rows = await Promise.all([...collections, 'sessions'].map((name) => db.collection(name).select('tenantId').get()));
  const account = db.collection('tenants').where(FieldPath.documentId(), '==', tenantId);
  const rest = await Promise.all([...records, account].map((query) => query.select().get()));
  return versionsOf([...rows.flatMap(({ docs }) => ownedBy(docs, tenantId)), ...rest.flatMap(({ docs }) => docs)]);
}

function ownedBy(docs: QueryDocumentSnapshot[], tenantId: string): QueryDocumentSnapshot[] {
  return docs.filter((doc) => doc.get('tenantId') === tenantId);
}

async function versionsIn(queries: Query[]): Promise<string> {
  const snapshots = await Promise.all(queries.map((query) => query.select().get()));
  return versionsOf(snapshots.flatMap(({ docs }) => docs));
}

function versionsOf(docs: QueryDocumentSnapshot[]): string {
  const lines = docs.map((doc) => `${doc.ref.path} ${doc.updateTime.toMillis()}.${doc.updateTime.nanoseconds}`);
  return lines.sort().join('\n');
}
