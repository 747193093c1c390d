import { requireHeadless } from './checks/chromium.mjs';
import { installFromDebian } from './checks/debian.mjs';
import { runStep } from './checks/run-step.mjs';
import { steps } from './checks/steps.mjs';
import { freeOffset } from './suite/addresses.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { startSuite } from './suite/suite.mjs';
import { UserError } from './suite/user-error.mjs';

/**
 * npm test                      everything, in two lanes, at the end in three
 * npm test -- check unit        some groups: check, unit, rules, restart, api, e2e
 */
const started = Date.now();
const total = { passed: 0, failed: 0, retried: [], files: [] };
/** Products that run for the suites; a suite has one for itself. */
const running = [];
let lastStart = Promise.resolve();

try {
  requireNode();
  installWhenNeeded(console.log);
  const groups = process.argv.slice(2);
  const unknown = groups.find((group) => !steps.some((step) => step.group === group));
  if (unknown) throw new UserError(`There is no test group "${unknown}": use check, unit, rules, restart, api or e2e.`);
  const chosen = steps.filter(({ group }) => !groups.length || groups.includes(group));
  // Suites against the whole product mostly wait, the other checks mostly compute: side by side they fill two cores. Three suites
  // side by side take a quarter longer each than two.
  const whole = chosen.filter(({ suite, group }) => suite || group === 'restart');
  const other = chosen.filter((step) => !whole.includes(step));
  await Promise.all([inTurn(whole), inTurn(other).then(() => Promise.all([inTurn(whole), inTurn(whole)]))]);
} catch (error) {
  total.failed += 1;
  console.error(error instanceof UserError ? error.message : error);
} finally {
  for (const suite of running) await suite.stop();
}

const slowest = total.files.sort((a, b) => b.millis - a.millis).slice(0, 25);
if (slowest.length) console.log('The slowest files, in seconds:');
for (const { name, millis } of slowest) console.log(`${(millis / 1000).toFixed(1).padStart(6)}  ${name}`);
for (const test of total.retried) console.log(`needed a second try: ${test}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);

/** Takes what is next as long as there is something: a lane that is done helps the other one. */
async function inTurn(queue) {
  for (let step = queue.shift(); step; step = queue.shift()) await count(step);
}

async function count(step) {
  const begun = Date.now();
  const { passed, failed, retried, files } = await attempt(step);
  total.retried.push(...retried);
  total.files.push(...files);
  total.passed += passed;
  total.failed += failed;
  const result = failed ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  console.log(`${seconds(started)}  ${step.name}: ${result} (${seconds(begun).trim()})`);
}

/** A step that cannot even start counts as one failure; the others still run. */
async function attempt(step) {
  let suite;
  try {
    if (step.programs) installFromDebian(step.programs);
    if (step.suite) suite = await freeSuite(step.env);
    const needs = {
      ...(step.browser && { CHROMIUM: requireHeadless() }),
      ...(suite && { BEDPLATE_TEST_OFFSET: String(suite.portOffset) }),
    };
    return await runStep(step, needs);
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    return { passed: 0, failed: 1, retried: [], files: [] };
  } finally {
    if (suite && step.env) await suite.stop();
    else if (suite) suite.isFree = true;
  }
}

/** One after the other: two starts at once would take the same ports. */
function freeSuite(env) {
  const suite = lastStart.then(() => takeSuite(env));
  lastStart = suite.catch(() => {});
  return suite;
}

/** @param env for a product of its own, which only one step uses */
async function takeSuite(env) {
  const free = env ? undefined : running.find(({ isFree }) => isFree);
  if (free) return Object.assign(free, { isFree: false });
  const portOffset = await freeOffset();
  const suite = { ...(await startSuite({ portOffset, env })), portOffset, isFree: false };
  running.push(suite);
  return suite;
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;
}
