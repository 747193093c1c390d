import { readFileSync } from 'node:fs';
import { startFirestore } from 'local-firestore';

/** The database of the benchmark. The argument is where it keeps its data. */
const indexes = JSON.parse(readFileSync('firestore.indexes.json', 'utf8'));
const dataDir = process.argv[2];
if (!dataDir) throw new Error('Name a folder for the data.');
const server = await startFirestore({ indexes, projectId: 'demo-bench', dataDir });
process.send?.({ host: `${server.host}:${server.port}` });
const end = () => void server.stop().then(() => process.exit());
process.once('SIGTERM', end);
process.once('disconnect', end);
