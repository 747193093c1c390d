import { createHash } from 'node:crypto';
import type { Query } from 'firebase-admin/firestore';
import { database } from './target.ts';

/** What people and apps put in. Metering, sessions, mail and logs may change on a refusal too. */
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
  const queries: Query[] = [...collections.map((name) => db.collection(name)), ...collectionGroups.map((name) => db.collectionGroup(name))];
  const snapshots = await Promise.all(queries.map((query) => query.select().get()));
  const versions = snapshots.flatMap(({ docs }) =>
    docs.map((doc) => `${doc.ref.path} ${doc.updateTime.toMillis()}.${doc.updateTime.nanoseconds}`),
  );
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex');
}
