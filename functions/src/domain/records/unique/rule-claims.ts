import { unique } from '../../../store/collections.ts';
import { createHash } from 'node:crypto';
import type { Json } from '@bedplate/contract';
import type { Claim } from '../model/unique-claims.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { uniqueKey } from './unique-key.ts';

/**
 * The values of a record that no other record of the storage may have, by the rules of its schema. A new rule has a new id, so that
 * claims of an earlier one never matter. While the schema only learns, its rules claim nothing.
 */
export function ruleClaims(storageId: string, rules: StorageRules | undefined, values: Readonly<Record<string, Json>>): Claim[] {
  if (!rules || rules.state === 'learn') return [];
  return rules.unique.flatMap((rule) => {
    const keys = rule.fields.map((name) =>
      uniqueKey(Object.hasOwn(values, name) ? values[name] : undefined, rules.fields.get(name), rule.ignoreCase),
    );
    if (keys.includes(null)) return [];
    const text = JSON.stringify([storageId, rule.id, ...keys]);
    return [{ fields: rule.fields, path: unique.path(createHash('sha256').update(text).digest('hex')), isOfRule: true }];
  });
}

/** Whether two records may have the same, because the schema does not refuse it. */
export function isWarned({ isOfRule }: Claim, rules: StorageRules | undefined): boolean {
  return isOfRule === true && rules?.state === 'warn';
}
