import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '../../scripts/suite/addresses.mjs';
import { answering, type Processes } from './processes.ts';
import { projectId } from './world.ts';

export const secrets = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'), TOKEN_PEPPER: 'bench-pepper-bench-pepper-bench-pepper' };

/** The database in a process of its own, as in reality, with its log on disk. @param profiles folder for processor profiles @param flags of Node.js */
export async function startDatabase(running: Processes, profiles?: string, flags: readonly string[] = []): Promise<string> {
  const child = running.fork(join(import.meta.dirname, 'firestore.mjs'), [running.folder()], [...profiling(profiles), ...flags]);
  const [{ host }] = (await once(child, 'message')) as [{ host: string }];
  return host;
}

/** A bundle as it is deployed, in Google's Functions Framework, as on Cloud Run. @param deployed its folder @returns its address */
export async function startApi(
  running: Processes,
  firestoreHost: string,
  profiles?: string,
  deployed = join(import.meta.dirname, 'deployed'),
): Promise<string> {
  const port = await freePort();
  const framework = join(dirname(createRequire(import.meta.url).resolve('@google-cloud/functions-framework')), 'main.js');
  const args = ['--target=api', `--source=${deployed}`, `--port=${port}`];
  const child = running.spawn(process.execPath, [...profiling(profiles), framework, ...args], {
    env: {
      ...process.env,
      ...parseEnv(readFileSync(join(deployed, '.env'), 'utf8')),
      ...secrets,
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_ORIGIN: 'http://127.0.0.1:1',
      MAIL_FROM: 'Bench <bench@example.test>',
      WEB_API_KEY: 'bench',
      AUTH_API_KEY: '',
      GCLOUD_PROJECT: projectId,
      FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: `${projectId}.appspot.com` }),
      FIRESTORE_EMULATOR_HOST: firestoreHost,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
      FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:1',
      METADATA_SERVER_DETECTION: 'none',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/api/health`, child);
  return url;
}

function profiling(folder: string | undefined): string[] {
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}
