// Throws random requests at a server: valid ones, judged by a naive model, and hostile ones beside them.
//   node local/firestore/test/fuzz/run.mjs [--minutes N] [--seed S] [--cli dist/cli.js]
// Ends with status 1 at the first wrong answer, crash, answer that is no RPC status, or when memory keeps growing.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../judges/server.mjs';
import { GrpcClient } from './grpc-client.mjs';
import { attacks } from './hostile.mjs';
import { randomFrom } from './random.mjs';
import { World } from './world.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    cli: { type: 'string' },
  },
});
const minutes = Number(options.minutes);
const random = randomFrom(Number(options.seed));
const worlds = 3;
const attackers = 3;

if (!options.cli && spawnSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  throw new Error('The emulator does not build.');
const port = await freePort();
const server = spawn(process.execPath, [options.cli ?? 'dist/cli.js', 'firestore', '--port', String(port), '--index-mode', 'permissive'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
});
await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => Promise.reject(new Error('The server did not start.')))]);
server.stdout.resume();
let errors = '';
server.stderr.on('data', (chunk) => {
  errors = (errors + chunk).slice(-20_000);
});

const failures = [];
const fail = (message) => {
  failures.push(message);
  console.log(message);
};
const until = Date.now() + minutes * 60_000;
server.once('exit', (code, signal) => {
  if (!stopping) fail(`The server ended by itself: ${code ?? signal}\n${errors}`);
});
let stopping = false;
const running = () => failures.length === 0 && Date.now() < until;
const counts = { operations: 0, attacks: {} };
const memory = [];
const sampler = setInterval(() => memory.push(residentMiB(server.pid)), 1000);

await Promise.all([...Array.from({ length: worlds }, (_, index) => runWorld(index)), ...Array.from({ length: attackers }, runAttacker)]);
clearInterval(sampler);
const alive = server.exitCode === null && server.signalCode === null;
stopping = true;
server.kill();

const quarter = Math.floor(memory.length / 4);
const early = median(memory.slice(quarter, 2 * quarter));
const late = median(memory.slice(3 * quarter));
const flat = memory.length < 120 || late <= early * 1.15 + 20;
if (!flat) fail(`Memory grew from ${early} to ${late} MiB.`);
if (!alive && failures.length === 0) fail('The server is gone.');
if (errors) console.log(`The server said:\n${errors}`);
console.log(
  `seed ${options.seed}: ${counts.operations} valid operations, ${Object.values(counts.attacks).reduce((sum, count) => sum + count, 0)} attacks ${JSON.stringify(counts.attacks)}, resident ${early} then ${late} MiB, at most ${Math.max(...memory, 0)}; ${failures.length === 0 ? 'passed' : 'FAILED'}`,
);
process.exit(failures.length === 0 ? 0 : 1);

async function runWorld(index) {
  const grpc = new GrpcClient(port);
  const world = new World({ random: random.fork(), port, grpc, project: `world-${index}` });
  while (running()) {
    await world
      .round()
      .catch((error) =>
        fail(error instanceof Error && error.message.startsWith('world-') ? error.message : `world ${index}: ${error.stack}`),
      );
    counts.operations += world.operations;
    world.operations = 0;
  }
  grpc.close();
}

async function runAttacker() {
  const own = random.fork();
  const grpc = new GrpcClient(port);
  while (running()) {
    const name = own.pick(Object.keys(attacks));
    counts.attacks[name] = (counts.attacks[name] ?? 0) + 1;
    const complaints = await attacks[name]({ random: own, port, grpc }).catch((error) => [String(error.stack)]);
    for (const complaint of complaints) fail(`${name}: ${complaint}`);
    // A server without a moment's rest does not show its resting memory.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  grpc.close();
}

function residentMiB(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
