import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../codec/proto/value-json.ts';

/** The indexes file that the nearest firebase.json (from `directory` upwards) names and that exists. */
export function findIndexesFile(directory: string): string | undefined {
  const config = join(directory, 'firebase.json');
  if (existsSync(config)) return namedIn(config);
  const parent = dirname(directory);
  return parent === directory ? undefined : findIndexesFile(parent);
}

function namedIn(config: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(config, 'utf8'));
  } catch {
    // firebase-tools itself says what is wrong with its configuration.
    return undefined;
  }
  const firestore = isObject(json) ? json.firestore : undefined;
  const entries: readonly unknown[] = Array.isArray(firestore) ? firestore : [firestore];
  const main = entries.find((entry) => isObject(entry) && (entry.database === undefined || entry.database === '(default)'));
  if (!isObject(main) || typeof main.indexes !== 'string') return undefined;
  const file = resolve(dirname(config), main.indexes);
  return existsSync(file) ? file : undefined;
}
