import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of functions/src/config.ts; random here, from Secret Manager in production. */
const secretNames = [];

/** @param {string | null} dataDir secrets stay with the data that they encrypt; null: only for this run */
export function secretsFor(dataDir) {
  const file = dataDir && join(dataDir, 'secrets.json');
  const kept = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = Object.fromEntries(secretNames.map((name) => [name, kept[name] ?? randomBytes(32).toString('base64')]));
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return secrets;
}

/** Parameters of functions/src/config.ts for a copy at these addresses. */
export function paramsFor(addresses) {
  return {};
}
