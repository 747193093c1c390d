import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Random queries over mixed values, in parts with a seed and data of their own, beside one naive model of docs/values.md:
 *
 *   node bench/load/queries.mjs [--queries 100000] [--part 10000] [--seed 1]
 *
 * It needs no running copy: each part has a Firestore server in its own process. Ends with 1 at the first difference, whose query and
 * seed are then told.
 */
const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '100000' },
    part: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const [queries, part, first] = [values.queries, values.part, values.seed].map(Number);
const functions = join(import.meta.dirname, '../../functions');
const test = 'src/domain/records/query/list.property.test.ts';
let asked = 0;
for (let seed = first; asked < queries; seed += 1) {
  const some = Math.min(part, queries - asked);
  const env = { ...process.env, BEDPLATE_QUERIES: String(some), BEDPLATE_SEED: String(seed) };
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', test], { cwd: functions, env, encoding: 'utf8' });
  if (status !== 0) {
    console.error(`${stdout}${stderr}`);
    process.exit(1);
  }
  asked += some;
  console.log(`${asked} queries, 0 differences`);
}
