// The cost of durability for firebase-admin: the same batches to a server in memory and to one with a data directory, in turns.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { initializeApp } from 'firebase-admin/app';
import { type Firestore, initializeFirestore } from 'firebase-admin/firestore';
import { load, report } from './load.ts';
import { type BenchedServer, startServer } from './start-server.ts';

const batch = 500;
const rounds = 5;
const batchesPerRound = 60;
const kib = 'x'.repeat(1000);

const dataDir = mkdtempSync(join(tmpdir(), 'durable-bench-'));
const memory = await startServer();
const durable = await startServer(['--data-dir', dataDir]);
const sides = [side('memory', memory), side('durable', durable)] as const;

for (const { write } of sides) await write('warm', 20, 'some words of a usual length');
const rates = sides.map((): number[] => []);
for (let round = 0; round < rounds; round++) {
  for (const [index, { write }] of sides.entries())
    rates[index]?.push((await write(`c${round}`, batchesPerRound, 'some words of a usual length')) * batch);
}
const [inMemory = Number.NaN, onDisk = Number.NaN] = rates.map(median);
report('firebase-admin, batches of 500, in memory: documents', inMemory, '/s');
report('firebase-admin, batches of 500, durable: documents', onDisk, '/s');
report('… durable as a share of in memory', (onDisk / inMemory) * 100, '%');
await Promise.all(sides.map(({ end }) => end()));

await resident('in memory');
await resident('durable', ['--data-dir', mkdtempSync(join(dataDir, 'resident-'))]);
rmSync(dataDir, { recursive: true });
process.exit(0);

function side(name: string, server: BenchedServer) {
  const app = initializeApp({ projectId: 'demo-bench' }, `${name}-${server.port}`);
  const firestore = initializeFirestore(app, {});
  firestore.settings({ host: `127.0.0.1:${server.port}`, ssl: false });
  return {
    write: (collection: string, batches: number, text: string) => write(firestore, { collection, batches, text }),
    end: async () => {
      await firestore.terminate();
      await server.stop();
    },
  };
}

function write(
  firestore: Firestore,
  { collection, batches, text }: { collection: string; batches: number; text: string },
): Promise<number> {
  return load(4, batches, async (index) => {
    const writer = firestore.batch();
    for (let i = 0; i < batch; i++) writer.set(firestore.doc(`${collection}/d${index * batch + i}`), { n: i, text });
    await writer.commit();
  });
}

/** The whole process with 100,000 documents of 1 KiB, after a moment without requests. */
async function resident(label: string, args: readonly string[] = []): Promise<void> {
  const server = await startServer(args);
  const { write, end } = side('resident', server);
  await write('c', 200, kib);
  await pause(2000);
  report(`RSS with 100,000 documents of 1 KiB, ${label}`, server.rss(), 'MiB');
  await end();
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
