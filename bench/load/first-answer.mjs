// Processor time and time from the start of a function's process to its first answer, smallest of nine, in turns over all folders.
//   node bench/load/first-answer.mjs [built folder …]     default: functions/dist, which npm run build makes
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../scripts/suite/addresses.mjs';
import { asked, startFunction } from '../../scripts/deploy/start-function.mjs';
import { root } from '../../scripts/suite/paths.mjs';

const rounds = 9;
const given = process.argv.slice(2).map((folder) => resolve(folder));
const folders = given.length > 0 ? given : [join(root, 'functions/dist')];
const best = new Map();
for (let round = 0; round < rounds; round += 1)
  for (const name of Object.keys(asked))
    for (const folder of folders) {
      const row = `${name}  ${folder}`;
      const [cpu, millis] = await firstAnswer(folder, name);
      const [leastCpu, leastMillis] = best.get(row) ?? [Infinity, Infinity];
      best.set(row, [Math.min(cpu, leastCpu), Math.min(millis, leastMillis)]);
    }
for (const [row, [cpu, millis]] of best) console.log(`${cpu} ms processor  ${millis} ms until the answer  ${row}`);

async function firstAnswer(folder, name) {
  const port = await freePort();
  const began = performance.now();
  const child = startFunction(folder, { name, port, packages: root });
  const ended = once(child, 'exit');
  try {
    await answered(child, `http://127.0.0.1:${port}${asked[name][0]}`, asked[name][1]);
    return [processorOf(child.pid), Math.round(performance.now() - began)];
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function answered(child, url, status) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    if (answer && answer.status !== status) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    if (answer) return;
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** User and system time in milliseconds; the kernel counts in hundredths. */
function processorOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
