import type { FirebaseApp } from 'firebase/app';
import { type Firestore, initializeFirestore, memoryEagerGarbageCollector, memoryLocalCache } from 'firebase/firestore';

/**
 * Decision 025.
 * @returns the app's Firestore, which forgets a document as soon as no listener has it. By default
 * the SDK keeps 40 MB (several times as much in memory) and lets go of at most a thousand documents
 * in five minutes, fewer than a busy storage changes.
 * https://github.com/firebase/firebase-js-sdk/blob/main/packages/firestore/src/local/lru_garbage_collector_impl.ts
 */
export function firestoreOf(app: FirebaseApp): Firestore {
  return initializeFirestore(app, { localCache: memoryLocalCache({ garbageCollector: memoryEagerGarbageCollector() }) });
}
