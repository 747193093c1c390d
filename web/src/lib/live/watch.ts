import { collection, doc, type Firestore, limit, onSnapshot, orderBy, type Query, query, where } from 'firebase/firestore';
import type { LiveQuery, LiveSubscription } from './live-registry.ts';

/**
 * Starts the Firestore listener of a subscription.
 * @returns the function that stops it
 */
export function watch(firestore: Firestore, subscription: LiveSubscription, onError: (cause: Error) => void): () => void {
  const { path } = subscription.query;
  // The rules let a member get their own project but not list projects, so a single document is read.
  return path.split('/').length % 2 === 0 ? watchDocument(firestore, subscription, onError) : watchQuery(firestore, subscription, onError);
}

function watchQuery(
  firestore: Firestore,
  { query: live, onSnapshot: deliver, onState }: LiveSubscription,
  onError: (cause: Error) => void,
): () => void {
  let first = true;
  return onSnapshot(
    build(collection(firestore, live.path), live),
    { includeMetadataChanges: true },
    (snapshot) => {
      onState(snapshot.metadata.fromCache ? 'catching-up' : 'live');
      if (snapshot.metadata.fromCache) return;
      const changed = snapshot.docChanges().map((change) => change.doc.id);
      if (!first && changed.length === 0) return;
      deliver({ first, docs: snapshot.docs.map((found) => ({ id: found.id, data: found.data() })), changed });
      first = false;
    },
    onError,
  );
}

function watchDocument(
  firestore: Firestore,
  { query: live, onSnapshot: deliver, onState }: LiveSubscription,
  onError: (cause: Error) => void,
): () => void {
  let first = true;
  return onSnapshot(
    doc(firestore, live.path),
    (snapshot) => {
      onState(snapshot.metadata.fromCache ? 'catching-up' : 'live');
      if (snapshot.metadata.fromCache) return;
      const data = snapshot.data();
      deliver({ first, docs: data ? [{ id: snapshot.id, data }] : [], changed: [snapshot.id] });
      first = false;
    },
    onError,
  );
}

function build(source: Query, live: LiveQuery): Query {
  return query(
    source,
    ...(live.where ?? []).map(([field, value]) => where(field, '==', value)),
    ...(live.orderBy ?? []).map(([field, direction]) => orderBy(field, direction)),
    ...(live.limit ? [limit(live.limit)] : []),
  );
}
