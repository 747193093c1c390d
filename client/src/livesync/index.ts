/**
 * LiveSync's parts, for a page that has its own Firebase session. Apps use `createLiveSync` of the
 * package's index.
 */
export type { Clock } from './clock.ts';
export { createLiveSyncCore, type LiveSync, type LiveSyncCoreOptions } from './core.ts';
export { applyChange, type ChangeOf, type Deletion, type Listed, type LiveEvent, type LiveState, type RecordState } from './events.ts';
export { firestoreOf } from './firestore.ts';
export { type Connection, firestoreSource, recordOf } from './firestore-source.ts';
export type { ChangeSource, Delivery, Observer } from './source.ts';
export { startApp } from './start-app.ts';
