import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addressesAt, requireFreePorts } from './addresses.mjs';
import { buildWhenChanged } from './build.mjs';
import { failure } from './failure.mjs';
import { firebaseCli, node, projectId, root } from './paths.mjs';
import { startTree } from './process-tree.mjs';
import { hasSavedState, keepState } from './saved-state.mjs';
import { paramsFor, secretsFor } from './settings.mjs';
import { stageProject } from './stage.mjs';
import { UserError } from './user-error.mjs';

/**
 * Builds what changed and brings up the whole product; the same code serves `npm start`, `npm run dev` and the tests.
 * @param {{ portOffset?: number, dataDir?: string | null, official?: boolean, dev?: boolean, site?: boolean, say?: (text: string) => void, onLine?: (line: string) => void, signal?: AbortSignal, env?: Record<string, string> }} options
 *   `dataDir` null keeps everything in memory; `env` goes to the functions; `site` false leaves the console out, for tests of the APIs alone
 * @returns the addresses, `exited` (resolves with a reason when the suite ends by itself), `logFile`, `refreshFunctions`, `stop`
 * @throws {UserError}
 */
export async function startSuite({
  portOffset = 0,
  dataDir = null,
  official = false,
  dev = false,
  site = true,
  say = () => {},
  onLine,
  signal,
  env = {},
} = {}) {
  const addresses = addressesAt(portOffset);
  await requireFreePorts(addresses.ports);
  const secrets = secretsFor(dataDir, addresses);
  const web = site ? buildSite(say) : Promise.resolve();
  web.catch(() => {}); // awaited below, after the emulators were told to start
  await Promise.all(['functions', 'local/firestore'].map((name) => buildWhenChanged(name)));

  const stage = stageProject({
    ports: addresses.ports,
    portOffset,
    secrets,
    params: paramsFor(dev ? { ...addresses, web: addresses.vite } : addresses),
  });
  const stateDir = dataDir && join(dataDir, official ? 'official' : 'accounts-and-files');
  const trees = [];
  const stopTrees = async () => {
    await Promise.all(trees.map((tree) => tree.stop(12_000)));
    stage.remove();
  };
  try {
    const inbox = startInbox({ addresses, stage });
    const oidc = startOidc({ addresses, stage });
    const stripe = startStripe({ addresses, stage, dataDir, secret: secrets.STRIPE_WEBHOOK_SECRETS });
    // An empty SIGN_IN_STAND_IN reaches the providers themselves.
    const stoodIn = { MAIL_INBOX_HOST: addresses.inboxHost, SIGN_IN_STAND_IN: process.env.SIGN_IN_STAND_IN ?? addresses.oidc };
    const firebase = startFirebase({ stage, official, dataDir, stateDir, onLine, more: { ...stoodIn, ...env } });
    trees.push(firebase.tree, inbox, oidc, stripe);
    const ended = Promise.race([
      firebase.tree.exited.then((code) => failure(`The emulator suite ended (${code}).`, firebase.tree.logFile)),
      stripe.exited.then((code) => failure(`The card payments stand-in ended (${code}).`, stripe.logFile)),
      oidc.exited.then((code) => failure(`The sign-in provider ended (${code}).`, oidc.logFile)),
      inbox.exited.then((code) => failure(`The mail inbox ended (${code}).`, inbox.logFile)),
    ]);
    const failed = ended.then((error) => Promise.reject(error));
    failed.catch(() => {}); // after the start it is told by `exited`
    await Promise.race([Promise.all([firebase.ready, web]), failed, aborted(signal)]);
    await Promise.race([answering(addresses, firebase.tree.logFile), failed]);
    const state = stateDir && !official ? keepState({ dir: stateDir, ...addresses }) : null;
    let stopping;
    const stopOnce = async () => {
      await state?.finish().catch(() => state.abandon()); // fails when the suite is already gone; what was saved is kept
      if (stateDir && official) await exportOfficial(addresses.hub, stateDir).catch(() => {});
      await stopTrees();
    };
    const exited = ended.then(({ message }) => message);
    const { logFile } = firebase.tree;
    return { addresses, exited, logFile, refreshFunctions: stage.refreshFunctions, stop: () => (stopping ??= stopOnce()) };
  } catch (error) {
    await stopTrees();
    throw error;
  }
}

/** Waits for the first answers. @throws {UserError} with the last error of the log */
async function answering({ auth, web }, logFile) {
  try {
    await hideUnknownAccounts(auth);
    await Promise.all(['app', 'api'].map((name) => warm(`${web}/${name}/health`)));
  } catch (error) {
    throw failure(error.message, logFile);
  }
}

/** Rejects when the signal fires; without one it waits for ever. */
function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new UserError('Stopped.')), { once: true }));
}

/** The site, and in it what apps load from it: a package may be ready after the site. */
async function buildSite(say) {
  const isNew = await Promise.all(['client', 'react', 'web'].map((name) => buildWhenChanged(name)));
  const { servedFiles } = await import('@bedplate/web/build/served-files.mjs'); // workspaces have their names since the installation
  for (const { built, names } of servedFiles()) for (const name of names) cpSync(built, join(root, 'web/dist', name));
  if (isNew.includes(true)) say('Built the site.');
}

function startFirebase({ stage, official, dataDir, stateDir, onLine = () => {}, more }) {
  const only = 'auth,functions,firestore,storage,hosting';
  const imports = stateDir && hasSavedState(stateDir) ? ['--import', stateDir] : [];
  let becomeReady;
  const ready = new Promise((resolve) => (becomeReady = resolve));
  const tree = startTree(
    node,
    [firebaseCli, 'emulators:start', '--only', only, '--project', projectId, '--config', join(stage.dir, 'firebase.json'), ...imports],
    {
      cwd: stage.dir,
      env: { ...environment({ stage, official, dataDir }), ...more },
      logFile: join(stage.dir, 'suite.log'),
      onLine: (line) => {
        if (line.includes('All emulators ready')) becomeReady();
        onLine(line);
      },
    },
  );
  return { tree, ready };
}

function environment({ stage, official, dataDir }) {
  const bin = join(root, 'node_modules/.bin');
  // Seconds for the functions to load: after the ten of the emulator a busy machine had none of them, and each call was a 404 in plain text.
  const loading = { FUNCTIONS_DISCOVERY_TIMEOUT: '120' };
  const env = { ...loading, ...process.env, TMPDIR: stage.tempDir, NO_UPDATE_NOTIFIER: '1', FORCE_COLOR: '0' };
  if (official) return { ...env, PATH: `${bin}:${env.PATH}` };
  const placeholder = join(stage.dir, 'placeholder.jar');
  if (dataDir) mkdirSync(join(dataDir, 'firestore'), { recursive: true });
  return {
    ...env,
    PATH: `${join(root, 'local/firestore/bin')}:${bin}:${env.PATH}`,
    FIRESTORE_EMULATOR_BINARY_PATH: placeholder,
    STORAGE_EMULATOR_BINARY_PATH: placeholder,
    ...(dataDir && { LOCAL_FIRESTORE_DATA_DIR: join(dataDir, 'firestore') }),
  };
}

function startInbox({ addresses, stage }) {
  const { inbox, smtp } = addresses.ports;
  return startTree(node, [join(root, 'local/mail/src/cli.ts'), '--port', String(inbox), '--smtp-port', String(smtp)], {
    cwd: stage.dir,
    env: process.env,
    logFile: join(stage.dir, 'inbox.log'),
  });
}

function startOidc({ addresses, stage }) {
  return startTree(node, [join(root, 'local/oidc/src/cli.ts'), '--port', String(addresses.ports.oidc)], {
    cwd: stage.dir,
    env: process.env,
    logFile: join(stage.dir, 'oidc.log'),
  });
}

function startStripe({ addresses, stage, dataDir, secret }) {
  const flags = ['--port', String(addresses.ports.stripe), '--webhook-url', `${addresses.web}/stripe/webhook`, '--webhook-secret', secret];
  if (dataDir) flags.push('--file', join(dataDir, 'card-payments.json'));
  return startTree(node, [join(root, 'local/stripe/src/cli.ts'), ...flags], {
    cwd: stage.dir,
    env: process.env,
    logFile: join(stage.dir, 'stripe.log'),
  });
}

/** As newer Firebase projects do by default: a wrong password and an unknown address answer alike. */
async function hideUnknownAccounts(auth) {
  const mask = 'emailPrivacyConfig.enableImprovedEmailPrivacy';
  const response = await fetch(`${auth}/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=${mask}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  });
  if (!response.ok) throw new Error(`The Auth emulator refused its configuration: ${await response.text()}`);
}

/** Starts the function's worker, so that the first visitor does not wait for it. */
async function warm(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

async function exportOfficial(hub, path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  await fetch(`${hub}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, initiatedBy: 'bedplate' }),
  });
}
