import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { addressesAt, freePort } from '../../scripts/suite/addresses.mjs';
import { node, projectId, root } from '../../scripts/suite/paths.mjs';

// By itself a signal ends this process without 'exit', at which the instances end.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * The functions of a running copy once more, as the platform runs them: one process each in Google's Functions Framework, with the
 * copy's secrets, database, accounts and inbox.
 * @returns where a path is answered, the memory in use in MiB, and how to end them
 */
export async function startInstances(offset) {
  const folder = builtFunctions();
  const children = [];
  const stop = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const [app, api, stripe] = await Promise.all(['app', 'api', 'stripe'].map((target) => start(target, folder, offset, children)));
  const isOfApp = (path) => /^\/(app\/|api\/(superadmin|subscriptions)\/)/.test(path);
  const memory = () => children.map(({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  const baseOf = (path) => (path === '/stripe/webhook' ? stripe : isOfApp(path) ? app : api);
  return { baseOf, memory, stop };
}

/** One more instance of a function of a running copy, which may be killed at any moment. */
export async function startInstance(target, offset) {
  const folder = builtFunctions();
  const children = [];
  const url = await start(target, folder, offset, children);
  const kill = () => {
    process.off('exit', kill);
    children[0].kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', kill);
  return { url, kill };
}

/** Below the workspace, so that packages are found; a copy, so that a build meanwhile changes nothing. */
function builtFunctions() {
  const dist = join(root, 'functions/dist');
  const folder = mkdtempSync(join(dist, '../node_modules/.instances-'));
  cpSync(dist, folder, { recursive: true });
  return folder;
}

async function start(target, folder, offset, children) {
  const port = await freePort();
  const framework = join(
    dirname(createRequire(join(root, 'functions/package.json')).resolve('@google-cloud/functions-framework')),
    'main.js',
  );
  const args = [framework, `--target=${target}`, `--source=${folder}`, `--port=${port}`];
  const child = spawn(node, args, { stdio: 'ignore', env: { ...process.env, ...environment(offset) } });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  const end = Date.now() + 60_000;
  while (Date.now() < end && child.exitCode === null) {
    if (await fetch(`${url}/${target}/health`).catch(() => null)) return url; // the webhook has no health of its own: any answer will do
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The function ${target} does not answer.`);
}

/** The environment that firebase-tools gives to the functions of the copy. */
function environment(offset) {
  const { firestoreHost, auth, storage } = addressesAt(offset);
  const staged = join(root, '.bedplate', `run-${offset}`, 'functions');
  const values = ['.secret.local', '.env.local'].flatMap((name) => readFileSync(join(staged, name), 'utf8').split('\n').filter(Boolean));
  return {
    ...Object.fromEntries(
      values.map((line) => {
        const [name] = line.split('=', 1);
        const value = line.slice(name.length + 1);
        return [name, value.startsWith('"') ? JSON.parse(value) : value];
      }),
    ),
    NODE_ENV: 'production',
    GCLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.firebasestorage.app` }),
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth).host,
    FIREBASE_STORAGE_EMULATOR_HOST: new URL(storage).host,
    METADATA_SERVER_DETECTION: 'none',
  };
}
