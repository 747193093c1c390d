export { type Snapshot, takeSnapshot } from './store/snapshot.ts';
