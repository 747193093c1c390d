import { readFileSync } from 'node:fs';
import { startFirestore } from '@bedplate/emulator';

/** The database of the benchmark, in a process of its own as in reality. */
const indexes = JSON.parse(readFileSync('../firestore.indexes.json', 'utf8'));
const server = await startFirestore({ indexes, projectId: 'demo-bench' });
process.send?.({ host: `${server.host}:${server.port}` });
process.once('disconnect', () => void server.stop().then(() => process.exit()));
