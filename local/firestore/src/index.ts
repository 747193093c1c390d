export { startFirestore, type FirestoreOptions, type RunningFirestore } from './server.ts';
/** The document store without its server: for what writes a whole data directory at once. */
export { createEngine } from './store/create-engine.ts';
export { Timestamp as StoredTimestamp, type MapValue, type Value } from './model/value.ts';
