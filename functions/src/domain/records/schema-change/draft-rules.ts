import type { StorageSchema } from '@bedplate/contract';
import type { StorageRules } from '../schema/storage-rules.ts';

/** The rules of a schema that is not stored yet. */
export function draftRules({ fields, unique, closed }: StorageSchema): StorageRules {
  return {
    version: 0,
    state: 'enforce',
    fields: new Map(Object.entries(fields)),
    unique: unique.map((rule, i) => ({ id: String(i), fields: rule.fields, ignoreCase: rule.ignoreCase ?? false })),
    closed,
    totals: [],
  };
}
