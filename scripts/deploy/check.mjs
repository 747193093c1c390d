import { isDeepStrictEqual } from 'node:util';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenChanged } from '../suite/build.mjs';
import { root } from '../suite/paths.mjs';
import { UserError } from '../suite/user-error.mjs';
import { problemsOfFiles } from './check-files.mjs';
import { discover } from './discover.mjs';
import { loadFunctions } from './load-functions.mjs';
import { installUpload } from './upload-folder.mjs';

const table = join(root, 'scripts/deploy/expected.json');

/**
 * Does everything of a deployment that needs no project: builds, installs the upload folder as Cloud Build does, asks it for its
 * functions as the CLI does, starts each of them, and compares what the platform would be told with the table in `expected.json`.
 * @param {{ writes: boolean, say: (text: string) => void }} options `writes` replaces the table
 * @throws {UserError} that names every difference
 */
export async function checkDeployment({ writes, say }) {
  await buildWhenChanged('functions');
  const upload = installUpload();
  try {
    const found = { ...(await discover(upload.folder)), ...filesAsDeployed() };
    if (writes) writeFileSync(table, `${JSON.stringify(found, null, 2)}\n`);
    const problems = [...differences(JSON.parse(readFileSync(table, 'utf8')), found), ...problemsOfFiles(Object.keys(found.functions))];
    if (problems.length > 0) throw new UserError(`What would be deployed is not right:\n${problems.map((one) => `- ${one}`).join('\n')}`);
    const millis = await loadFunctions(upload.folder, found.functions);
    for (const [name, row] of Object.entries(found.functions)) say(lineOf(name, row, millis[name]));
    say('The upload folder installs, each function starts with its own secrets, and rules, indexes and Hosting keep to the limits.');
  } finally {
    upload.remove();
  }
}

/** Limits that are files of the repository rather than options of functions. */
function filesAsDeployed() {
  const { indexes, fieldOverrides } = JSON.parse(readFileSync(join(root, 'firestore.indexes.json'), 'utf8'));
  const { hosting, functions } = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));
  return {
    runtime: functions.map(({ runtime }) => runtime).join(),
    timeToLive: fieldOverrides.filter(({ ttl }) => ttl).map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`),
    indexes: indexes.map(({ collectionGroup, fields }) => `${collectionGroup}: ${fields.map(indexOf).join(', ')}`),
    fieldIndexes: fieldOverrides.map(
      ({ collectionGroup, fieldPath, indexes: kept }) => `${collectionGroup}.${fieldPath}: ${kept.map(indexOf).join(', ') || 'none'}`,
    ),
    rewrites: hosting.rewrites.map(({ source, function: name, destination }) => `${source} → ${name ?? destination}`),
    headers: hosting.headers.flatMap(({ source, headers }) => headers.map(({ key, value }) => `${source} ${key}: ${value}`)),
  };
}

/** `updatedAt ascending`; the kind alone where the field is named before. */
function indexOf({ fieldPath, order, arrayConfig }) {
  return [fieldPath, (order ?? arrayConfig).toLowerCase()].filter(Boolean).join(' ');
}

/** @returns {string[]} each value that differs, with both */
export function differences(expected, found, path = '') {
  if (isDeepStrictEqual(expected, found)) return [];
  if (!isTable(expected) || !isTable(found)) {
    return [`${path.slice(1)} is ${JSON.stringify(found) ?? 'absent'}, expected.json says ${JSON.stringify(expected) ?? 'nothing'}.`];
  }
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((key) =>
    differences(expected[key], found[key], `${path}.${key}`),
  );
}

function isTable(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineOf(name, { memoryMiB, cpu, concurrency, timeoutSeconds, maxInstances, secrets, trigger }, millis) {
  const given = `${memoryMiB} MiB, ${cpu} CPU, ${concurrency} at once, ${timeoutSeconds} s, at most ${maxInstances} instances`;
  return `${name}: ${trigger}; ${given}; secrets: ${secrets.join(', ') || 'none'}; listens after ${millis} ms`;
}
