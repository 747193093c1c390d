import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { node, projectId } from '../suite/paths.mjs';

/** Of the right shape, for functions that read their configuration when they are loaded. */
export const shaped = {
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  TOKEN_PEPPER: 'a pepper of 32 characters or more!',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STRIPE_SECRET_KEY: '-',
  STRIPE_WEBHOOK_SECRETS: '-',
  PUBLIC_ORIGIN: 'http://127.0.0.1:1',
  MAIL_FROM: 'Check <check@example.test>',
  WEB_API_KEY: 'check',
};

/** A page that needs no database: the health of the data API, an unknown call of the console, an event without a signature. */
export const asked = { api: ['/api/health', 200], app: ['/app/none', 404], stripe: ['/stripe/webhook', 405] };

/**
 * Starts a function as the platform does, in the Functions Framework.
 * @param {string} folder the built upload folder
 * @param {{ name: string, port: number, isEvent?: boolean, parameters?: Record<string, string>, packages?: string, stdio?: import('node:child_process').StdioOptions }} options
 *   `packages`: the folder whose node_modules has the framework, when the upload folder is not installed
 * @returns {import('node:child_process').ChildProcess}
 */
export function startFunction(folder, { name, port, isEvent = false, parameters = shaped, packages = folder, stdio = 'ignore' }) {
  const framework = join(packages, 'node_modules/@google-cloud/functions-framework/build/src/main.js');
  return spawn(node, [framework, `--source=${folder}`], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      FUNCTION_TARGET: name,
      FUNCTION_SIGNATURE_TYPE: isEvent ? 'cloudevent' : 'http',
      GCLOUD_PROJECT: projectId,
      METADATA_SERVER_DETECTION: 'none',
      ...parameters,
    },
    stdio,
  });
}
