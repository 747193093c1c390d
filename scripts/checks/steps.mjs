import { readdirSync, statSync } from 'node:fs';
import { node, root } from '../suite/paths.mjs';

const minute = 60_000;
const bin = (name) => `${root}/node_modules/.bin/${name}`;
const workspaces = [
  'contract',
  'local/firestore',
  'local/stripe',
  'local/mail',
  'local/oidc',
  'client',
  'react',
  'functions',
  'web',
  'tests',
  'bench',
];

/** Files of journeys that take about three times as long as others of their size: they wait for a bank, or look at every page. */
const long = /^(?:billing|live|members|screens|site-speed|zones)/;

/**
 * The steps of `npm test`, in order. `npm test -- <group>` selects those of a `group`. A step with `counts` is a vitest run
 * whose tests are counted; any other step counts as one test.
 */
export const steps = [
  { group: 'check', name: 'format', command: bin('biome'), args: ['format', '.'], limit: 3 * minute },
  { group: 'check', name: 'lint', command: bin('oxlint'), args: ['--deny-warnings'], limit: 3 * minute },
  { group: 'check', name: 'imports', command: node, args: ['scripts/checks/imports.mjs'], limit: 3 * minute },
  { group: 'check', name: 'unused code', command: bin('knip'), args: ['--no-progress'], limit: 3 * minute },
  { group: 'check', name: 'plain English', command: node, args: ['scripts/checks/english.mjs'], limit: 3 * minute },
  ...workspaces.map((name) => ({
    group: 'check',
    name: `types of ${name}`,
    command: bin('tsc'),
    args: ['--noEmit', '-p', name],
    limit: 5 * minute,
  })),
  { group: 'check', name: 'deployment', command: node, args: ['scripts/deploy.mjs', '--check'], limit: 5 * minute },
  ...['client', 'react', 'functions', 'web', 'local/firestore', 'local/stripe', 'local/mail', 'scripts'].map((name) => ({
    group: 'unit',
    name: `unit tests of ${name}`,
    command: bin('vitest'),
    args: ['run'],
    cwd: name,
    counts: true,
    limit: 20 * minute,
  })),
  vitest({ group: 'rules', name: 'security rules', limit: 10 * minute }),
  vitest({ group: 'restart', name: 'kills and restarts', limit: 10 * minute }),
  ...parts(2, {
    group: 'api',
    name: 'API scenarios',
    suite: true,
    programs: ['curl', 'wget', 'python3-requests', 'libwww-perl', 'php-cli', 'php-curl'],
  }),
  // With memories, REST and changes to the runtime off (decision 031): answers and billed operations of a request are the same.
  vitest({
    group: 'api',
    name: 'API scenarios in plain mode',
    limit: 10 * minute,
    suite: true,
    env: { BEDPLATE_PLAIN: '1' },
    only: ['records', 'lists', 'bulk', 'app-users'].map((name) => `api/data-api-${name}`),
  }),
  ...parts(12, { group: 'e2e', name: 'journeys in Chromium', suite: true, browser: true }),
];

/** Parts of a suite of about the same length, and many of them: lanes end at about the same time. The longest file comes first. */
function parts(count, step) {
  const folder = `${root}/tests/${step.group}`;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({
      name: `${step.group}/${name}`,
      size: statSync(`${folder}/${name}`).size * (step.browser && long.test(name) ? 3 : 1),
    }))
    .sort((a, b) => b.size - a.size);
  const bins = Array.from({ length: count }, () => ({ size: 0, names: [] }));
  for (const { name, size } of files) {
    const [least] = bins.toSorted((a, b) => a.size - b.size);
    least.size += size;
    least.names.push(name);
  }
  return bins.map(({ names }, i) => vitest({ ...step, name: `${step.name} ${i + 1}/${count}`, limit: 30 * minute, only: names }));
}

/** @param step with the files, or the part, of the group that it runs as `only` */
function vitest({ group, only = [], ...step }) {
  return { ...step, group, command: bin('vitest'), args: ['run', '--project', group, ...only], cwd: 'tests', counts: true };
}
