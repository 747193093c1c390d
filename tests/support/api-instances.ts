import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/suite/addresses.mjs';
import { node } from '../../scripts/suite/paths.mjs';

export const instanceSecrets = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'), TOKEN_PEPPER: randomBytes(24).toString('hex') };

/** One instance of the data API, as the platform runs it. */
export interface Instance {
  url: string;
  child: ChildProcess;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts instances of the built functions in Google's Functions Framework, each a process of its own. @param onLine gets what they print */
export function apiInstances(firestoreHost: string, projectId: string, onLine: (line: string) => void) {
  const dist = join(import.meta.dirname, '../../functions/dist');
  // Below the workspace, so that packages are found; a copy, so that a build meanwhile changes nothing.
  const folder = mkdtempSync(join(dist, '../node_modules/.instances-'));
  cpSync(dist, folder, { recursive: true });
  const framework = join(dirname(createRequire(join(dist, '../package.json')).resolve('@google-cloud/functions-framework')), 'main.js');
  const running = new Set<Instance>();
  return { start, killAll, stop };

  async function start(): Promise<Instance> {
    const port = await freePort();
    const child = spawn(node, [framework, '--target=api', `--source=${folder}`, `--port=${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...instanceSecrets,
        NODE_ENV: 'production',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_ORIGIN: 'http://127.0.0.1:1',
        MAIL_FROM: 'Test <test@example.test>',
        WEB_API_KEY: 'test',
        AUTH_API_KEY: '',
        GOOGLE_CLIENT_ID: '',
        STRIPE_SECRET_KEY: '',
        STRIPE_WEBHOOK_SECRETS: '',
        GCLOUD_PROJECT: projectId,
        FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
        FIRESTORE_EMULATOR_HOST: firestoreHost,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
        FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:1',
        METADATA_SERVER_DETECTION: 'none',
      },
    });
    createInterface({ input: child.stdout }).on('line', onLine);
    const closed = once(child, 'close'); // after its last line
    const instance: Instance = {
      url: `http://127.0.0.1:${port}`,
      child,
      async end(signal) {
        running.delete(instance);
        child.kill(signal);
        await closed;
      },
    };
    running.add(instance);
    await answering(`${instance.url}/api/health`, child);
    return instance;
  }

  async function killAll(): Promise<void> {
    await Promise.all([...running].map((instance) => instance.end('SIGKILL')));
  }

  async function stop(): Promise<void> {
    await killAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 60_000;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer.`);
}
