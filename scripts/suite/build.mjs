import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { digestOfPackages, missingPackages } from './packages.mjs';
import { node, root } from './paths.mjs';
import { UserError } from './user-error.mjs';

const stampFile = `${root}/.bedplate/builds.json`;

const clientInputs = [
  'client/src',
  'client/examples',
  'client/README.md',
  'client/build.mjs',
  'client/package.json',
  'client/tsconfig.types.json',
  'scripts/package',
  'contract/src',
];
const reactInputs = [
  'react/src',
  'react/README.md',
  'react/build.mjs',
  'react/package.json',
  'react/tsconfig.types.json',
  'scripts/package',
  'client/src',
  'contract/src',
];

/** The sources of each build, and a file that must exist afterwards. */
const targets = {
  'local/firestore': {
    inputs: ['local/firestore/src', 'local/firestore/build.mjs', 'local/firestore/package.json'],
    output: 'local/firestore/dist/cli.js',
  },
  functions: {
    inputs: ['functions/src', 'functions/data', 'functions/build', 'functions/build.mjs', 'functions/package.json', 'contract/src'],
    output: 'functions/dist/index.cjs',
  },
  client: {
    inputs: clientInputs,
    output: 'client/dist/livesync.js',
  },
  react: {
    inputs: reactInputs,
    output: 'react/dist/react.tgz',
  },
  web: {
    inputs: [
      'web/src',
      'web/public',
      'web/console.html',
      'web/site.html',
      'web/build',
      'web/vite.config.ts',
      'web/package.json',
      ...clientInputs,
      ...reactInputs,
      'functions/src/domain/openapi',
      'docs/api.md',
      'docs/values.md',
      'docs/fields.md',
      'docs/access-rules.md',
      'docs/keys-and-credits.md',
      'docs/backups.md',
      'docs/webhooks.md',
    ],
    output: 'web/dist/index.html',
  },
};

/**
 * Builds a workspace unless its inputs, packages included, are those of the last build. A build that fails, that lacked packages
 * or whose inputs changed meanwhile is made again the next time.
 * @param {keyof typeof targets} name
 * @returns {Promise<boolean>} whether it was built
 * @throws {UserError} with the builder's own words when it fails
 */
export async function buildWhenChanged(name) {
  const { inputs, output } = targets[name];
  const before = digestOf(inputs);
  if (readStamps()[name] === before && existsSync(join(root, output))) return false;
  stamp(name, undefined);
  await run(name);
  if (missingPackages(root).length === 0 && digestOf(inputs) === before) stamp(name, before);
  return true;
}

function stamp(name, digest) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ ...readStamps(), [name]: digest }, null, 2));
}

function readStamps() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
}

function digestOf(inputs) {
  const hash = createHash('sha256').update(digestOfPackages(root));
  for (const file of ['package-lock.json', ...inputs].flatMap((input) => filesBelow(join(root, input))))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).flatMap((name) => filesBelow(join(path, name)));
}

function run(name) {
  const { promise, resolve, reject } = Promise.withResolvers?.() ?? withResolvers();
  // A test may run this build with NODE_ENV=test: the site is always built as it is deployed.
  const env = { ...process.env, NODE_ENV: 'production', PATH: `${root}/node_modules/.bin:${process.env.PATH}` };
  const [command, args] = name === 'web' ? [`${root}/node_modules/.bin/vite`, ['build', '--logLevel', 'warn']] : [node, ['build.mjs']];
  const child = spawn(command, args, { cwd: join(root, name), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.once('error', reject);
  child.once('close', (code) =>
    code === 0 ? resolve() : reject(new UserError(`Building ${name}/ failed:\n${stripVTControlCharacters(output)}`)),
  );
  return promise;
}

/** Promise.withResolvers is absent from Node 20. */
function withResolvers() {
  let settle;
  const promise = new Promise((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
