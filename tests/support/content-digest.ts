import { createHash } from 'node:crypto';
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

/** A fingerprint of every such document's name and last change. */
export async function contentDigest(): Promise<string> {
  const db = database();
  return digestOf([...collections.map((name) => db.collection(name)), ...collectionGroups.map((name) => db.collectionGroup(name))]);
}

/** The same of one account, with its sessions: nobody of it is at work meanwhile. Not every collection has an index by account. */
export async function accountDigest(tenantId: string): Promise<string> {
  const db = database();
  const storages = await db.collection('storages').select('tenantId').get();
  const records = ownedBy(storages.docs, tenantId).flatMap(({ ref }) => collectionGroups.map((name) => ref.collection(name)));
  const rows = await Promise.all([...collections, 'sessions'].map((name) => db.collection(name).select('tenantId').get()));
  const account = db.collection('tenants').where(FieldPath.documentId(), '==', tenantId);
  const rest = await Promise.all([...records, account].map((query) => query.select().get()));
  return digestOfDocuments([...rows.flatMap(({ docs }) => ownedBy(docs, tenantId)), ...rest.flatMap(({ docs }) => docs)]);
}

function ownedBy(docs: QueryDocumentSnapshot[], tenantId: string): QueryDocumentSnapshot[] {
  return docs.filter((doc) => doc.get('tenantId') === tenantId);
}

async function digestOf(queries: Query[]): Promise<string> {
  const snapshots = await Promise.all(queries.map((query) => query.select().get()));
  return digestOfDocuments(snapshots.flatMap(({ docs }) => docs));
}

function digestOfDocuments(docs: QueryDocumentSnapshot[]): string {
  const versions = docs.map((doc) => `${doc.ref.path} ${doc.updateTime.toMillis()}.${doc.updateTime.nanoseconds}`);
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex');
}
