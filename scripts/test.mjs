import { requireChromium } from './checks/chromium.mjs';
import { runStep } from './checks/run-step.mjs';
import { steps } from './checks/steps.mjs';
import { freeOffset } from './suite/addresses.mjs';
import { installWhenNeeded, requireNode } from './suite/install.mjs';
import { startSuite } from './suite/suite.mjs';
import { UserError } from './suite/user-error.mjs';

/**
 * npm test                      everything, in two lanes
 * npm test -- check unit        some groups: check, unit, rules, restart, api, e2e
 */
const started = Date.now();
const total = { passed: 0, failed: 0 };
let suite;

try {
  requireNode();
  installWhenNeeded(console.log);
  const groups = process.argv.slice(2);
  const unknown = groups.find((group) => !steps.some((step) => step.group === group));
  if (unknown) throw new UserError(`There is no test group "${unknown}": use check, unit, rules, restart, api or e2e.`);
  const chosen = steps.filter(({ group }) => !groups.length || groups.includes(group));
  // Suites against the whole product mostly wait, the other checks mostly compute: side by side they fill two cores.
  const whole = chosen.filter(({ suite, group }) => suite || group === 'restart');
  await Promise.all([inTurn(chosen.filter((step) => !whole.includes(step))), inTurn(whole)]);
} catch (error) {
  total.failed += 1;
  console.error(error instanceof UserError ? error.message : error);
} finally {
  await suite?.stop();
}

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);

async function inTurn(lane) {
  for (const step of lane) await count(step);
}

async function count(step) {
  const begun = Date.now();
  const { passed, failed } = await attempt(step);
  total.passed += passed;
  total.failed += failed;
  const result = failed ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  console.log(`${seconds(started)}  ${step.name}: ${result} (${seconds(begun).trim()})`);
}

/** A step that cannot even start counts as one failure; the others still run. */
async function attempt(step) {
  try {
    return await runStep(step, await needsOf(step));
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

async function needsOf({ suite: needsSuite, browser }) {
  return {
    ...(browser && { CHROMIUM: requireChromium() }),
    ...(needsSuite && { BEDPLATE_TEST_OFFSET: String(await suiteOffset()) }),
  };
}

/** One product for all suites that need it, started by the first. */
async function suiteOffset() {
  if (!suite) {
    const portOffset = await freeOffset();
    suite = { ...(await startSuite({ portOffset })), portOffset };
  }
  return suite.portOffset;
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;
}
