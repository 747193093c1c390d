import { existsSync } from 'node:fs';
import { node, root } from '../suite/paths.mjs';

const minute = 60_000;
const bin = (name) => `${root}/node_modules/.bin/${name}`;
const workspaces = ['contract', 'local/firestore', 'local/stripe', 'local/mail', 'client', 'functions', 'web', 'tests', 'bench'];

/**
 * The steps of `npm test`, in order. `npm test -- <group>` selects those of a `group`. A step with `counts` is a vitest run
 * whose tests are counted; any other step counts as one test.
 */
export const steps = [
  { group: 'check', name: 'format', command: bin('biome'), args: ['format', '.'], limit: 3 * minute },
  { group: 'check', name: 'lint', command: bin('oxlint'), args: ['--deny-warnings'], limit: 3 * minute },
  { group: 'check', name: 'imports', command: node, args: ['scripts/checks/imports.mjs'], limit: 3 * minute },
  { group: 'check', name: 'plain English', command: node, args: ['scripts/checks/english.mjs'], limit: 3 * minute },
  ...workspaces.map((name) => ({
    group: 'check',
    name: `types of ${name}`,
    command: bin('tsc'),
    args: ['--noEmit', '-p', name],
    limit: 5 * minute,
  })),
  ...['contract', 'client', 'functions', 'web', 'local/firestore', 'local/stripe', 'local/mail', 'scripts']
    .filter(hasTests)
    .map((name) => ({
      group: 'unit',
      name: `unit tests of ${name}`,
      command: bin('vitest'),
      args: ['run', ...(name === 'contract' ? ['--passWithNoTests'] : [])],
      cwd: name,
      counts: true,
      limit: 20 * minute,
    })),
  vitest('rules', 'security rules', 10 * minute),
  vitest('restart', 'kills and restarts', 10 * minute),
  ...parts(2, 'api', 'API scenarios', { suite: true }),
  ...parts(8, 'e2e', 'journeys in Chromium', { suite: true, browser: true }),
];

/** Parts of a suite, so that two lanes end at about the same time. */
function parts(count, group, name, needs) {
  return Array.from({ length: count }, (_, i) => `${i + 1}/${count}`).map((part) =>
    vitest(group, `${name} ${part}`, 30 * minute, needs, [`--shard=${part}`]),
  );
}

function vitest(group, name, limit, needs = {}, more = []) {
  return { group, name, command: bin('vitest'), args: ['run', '--project', group, ...more], cwd: 'tests', counts: true, limit, ...needs };
}

function hasTests(name) {
  return existsSync(`${root}/${name}/vitest.config.ts`) || name !== 'contract';
}
