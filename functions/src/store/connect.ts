import type { App } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { createStore, type Store } from './access.ts';
import { connectRest } from './rest/connect.ts';

/**
 * Opens the product's own database. Nothing is connected before the first call.
 * @param projectId of `app`
 * @param emulator host:port of a local Firestore; null for the service itself
 */
export function openStore(app: App, projectId: string, emulator: string | null): Store {
  return createStore(getFirestore(app), undefined, connectRest(projectId, emulator));
}
