/** Fills a storage of a running copy of the product with orders, written as the API writes them but past it: `--host= --storage= --count=`. */
import { Firestore } from '@google-cloud/firestore';
import { numberArgument, textArgument } from './arguments.ts';
import { fill } from './world.ts';

const host = textArgument('host');
const storage = textArgument('storage');
if (!host || !storage) throw new Error('Name the database and the storage: --host=127.0.0.1:8080 --storage=<id>.');
const firestore = new Firestore({
  projectId: textArgument('project') ?? 'demo-bedplate',
  host,
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
});
await fill(firestore, storage, numberArgument('count', 1_000_000));
await firestore.terminate();
