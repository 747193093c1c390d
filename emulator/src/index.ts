export { startFirestore, type FirestoreOptions, type RunningFirestore } from './server.ts';
