// Kills the server under load again and again, and checks after each start what it still knows.
//   node local/firestore/test/kill/run.mjs [--cycles N] [--documents N] [--start-limit MILLIS] [--cli dist/cli.js]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GrpcClient } from '../fuzz/grpc-client.mjs';
import { freePort } from '../judges/server.mjs';
import { accounts, database, documents, initialBalance, Sent } from './load.mjs';
import { prune, verify } from './verify.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    cycles: { type: 'string', default: '20' },
    documents: { type: 'string', default: '100000' },
    'start-limit': { type: 'string', default: '2000' },
    cli: { type: 'string' },
  },
});
const cycles = Number(options.cycles);
const seedCount = Number(options.documents);
const startLimitMillis = Number(options['start-limit']);
const maxLoadMillis = 600;
/** Some servers live long enough for a snapshot. */
const longShare = 0.1;
const longLoadMillis = 4000;
const padding = 6000;
const keptDocuments = 3000;

if (!options.cli && spawnSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  throw new Error('The emulator does not build.');
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
const port = await freePort();
const complaints = [];
const starts = [];
const notices = [];
const sent = new Sent();

try {
  const first = await start();
  await seed();
  await kill(first);
  for (let cycle = 0; cycle < cycles && complaints.length === 0; cycle++) {
    const began = performance.now();
    const server = await start();
    starts.push(Math.round(performance.now() - began));
    complaints.push(...(await verify(port, sent, seedCount)));
    await prune(port, sent, keptDocuments);
    const load = sent.load(port, padding);
    const life = Math.random() < longShare ? longLoadMillis : maxLoadMillis;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * life));
    await kill(server);
    await load;
  }
  const last = await start();
  complaints.push(...(await verify(port, sent, seedCount, { all: true })));
  await kill(last);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

const sorted = [...starts].sort((a, b) => a - b);
const slowest = sorted.at(-1) ?? 0;
const tooSlow = starts.filter((millis) => millis > startLimitMillis);
if (tooSlow.length > 0) complaints.push(`${tooSlow.length} starts took longer than ${startLimitMillis} ms: ${tooSlow.join(', ')}.`);
for (const complaint of complaints.slice(0, 20)) console.log(complaint);
const median = sorted[Math.floor(sorted.length / 2)];
const most = sorted[Math.floor(sorted.length * 0.95)];
console.log(
  `${starts.length} kills, ${sent.settled.length + sent.deleted.length} documents of commits and transfers beside ${seedCount} documents; start ${median} ms in the median, ${most} ms in 95 %, ${slowest} ms at most; ${notices.length} torn records dropped; ${complaints.length === 0 ? 'passed' : 'FAILED'}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

/** Resolves when the port is open: what the server prints then. */
async function start() {
  const server = spawn(process.execPath, [options.cli ?? 'dist/cli.js', 'firestore', '--port', String(port), '--data-dir', dataDir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk) => {
    said += chunk;
    if (/dropped/.test(String(chunk))) notices.push(String(chunk));
  });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error(`The server did not start:\n${said}`)));
  await Promise.race([once(server.stdout, 'data'), ended]);
  ended.catch(() => {});
  server.stdout.resume();
  return server;
}

async function kill(server) {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

async function seed() {
  const grpc = new GrpcClient(port);
  const commit = async (writes) => {
    const { code, message } = await grpc.call('Commit', { database, writes });
    if (code !== 0) throw new Error(`Seeding failed: ${code} ${message}`);
  };
  await commit(accounts.map((path) => put(path, { balance: { integerValue: String(initialBalance) } })));
  for (let from = 0; from < seedCount; from += 500) {
    const size = Math.min(500, seedCount - from);
    await commit(
      Array.from({ length: size }, (_, index) =>
        put(`seed/${from + index}`, {
          n: { integerValue: String(from + index) },
          text: { stringValue: `document ${from + index}`.repeat(5) },
        }),
      ),
    );
  }
  grpc.close();
}

function put(path, fields) {
  return { update: { name: `${documents}/${path}`, fields } };
}
