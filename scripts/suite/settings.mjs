import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.mjs';

/** Secrets of functions/src/config/config.ts that this machine may invent; in production they come from Secret Manager. */
const random = {
  KEY_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
  TOKEN_PEPPER: () => randomBytes(32).toString('hex'),
  STRIPE_WEBHOOK_SECRETS: () => `whsec_${randomBytes(24).toString('hex')}`,
};

/**
 * @param {string | null} dataDir invented secrets stay with the data that they encrypt; null: only for this run
 * @param {{ ports: { smtp: number } }} addresses
 * @throws {UserError} for a folder that cannot hold data
 */
export function secretsFor(dataDir, { ports }) {
  return {
    ...(dataDir ? keptIn(dataDir) : inventedBeside({})),
    STRIPE_SECRET_KEY: 'sk_test_local',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  };
}

function keptIn(dataDir) {
  const file = join(dataDir, 'secrets.json');
  try {
    mkdirSync(dataDir, { recursive: true });
    const secrets = inventedBeside(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    return secrets;
  } catch ({ message }) {
    throw new UserError(
      `${file} cannot be read or written: ${message}\nMend it, or take another folder with \`npm start -- --data <dir>\`.`,
    );
  }
}

function inventedBeside(kept) {
  return Object.fromEntries(Object.entries(random).map(([name, invent]) => [name, kept[name] ?? invent()]));
}

/** Parameters of functions/src/config/config.ts for a copy at these addresses. */
export function paramsFor({ web, stripe }) {
  return {
    PUBLIC_ORIGIN: web,
    MAIL_FROM: 'Bedplate <no-reply@bedplate.local>',
    TEAM_MAIL: 'team@bedplate.local',
    WEB_API_KEY: 'local',
    AUTH_API_KEY: 'local',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    STRIPE_API_BASE: stripe,
  };
}
