import { type Json, recordName, type SchemaFault } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { ruleClaims } from './rule-claims.ts';
import { type StoredValues, storedValues } from './stored-values.ts';

const pageSize = 500;
/** Records that are compared at once; of more, the job that makes their claims tells. */
const mostRecords = 5000;
const shown = 5;

/** A record of which another one has the values. */
export interface Clashing extends Omit<StoredValues, 'fields'> {
  /** The text that people know it by. */
  readonly name: string;
  /** The value that the rule compares. */
  readonly value: Json;
}

/**
 * Compares stored records by the unique rules of a schema, those in the trash as well.
 * @returns a fault for each rule by which several records have the same; `count` are the records of which another one has the values
 */
export async function uniqueFaults(services: Pick<RecordServices, 'store'>, compared: Compared): Promise<SchemaFault[]> {
  const { clashes, isExact } = await uniqueClashes(services, compared);
  return clashes.flatMap((records, i) => {
    const fields = compared.rules.unique[i]?.fields ?? [];
    return records.length === 0 ? [] : [fault(fields, records, isExact)];
  });
}

interface Compared {
  storageId: string;
  rules: StorageRules;
  /** Records that are compared, at most. */
  most?: number;
}

/** @returns for each unique rule the records of which another one has the values, side by side; `isExact`: all records were compared */
export async function uniqueClashes(
  services: Pick<RecordServices, 'store'>,
  { storageId, rules, most = mostRecords }: Compared,
): Promise<{ clashes: Clashing[][]; seen: number; isExact: boolean }> {
  if (rules.unique.length === 0) return { clashes: [], seen: 0, isExact: true };
  const found = rules.unique.map(() => new Map<string, Clashing[]>());
  let after: string | null = null;
  let seen = 0;
  do {
    const page: Awaited<ReturnType<typeof storedValues>> = await storedValues(services, storageId, { after, limit: pageSize });
    for (const values of page.values) note(found, { storageId, rules }, values);
    seen += page.values.length;
    after = page.next;
  } while (after !== null && seen < most);
  const clashes = found.map((groups) => [...groups.values()].filter(({ length }) => length > 1).flat());
  return { clashes, seen, isExact: after === null };
}

function note(
  found: readonly Map<string, Clashing[]>[],
  { storageId, rules }: { storageId: string; rules: StorageRules },
  { fields: stored, ...record }: StoredValues,
): void {
  for (const [i, groups] of found.entries()) {
    const only = rules.unique.slice(i, i + 1);
    for (const { path, fields } of ruleClaims(storageId, { ...rules, state: 'enforce', unique: only }, stored)) {
      const clashing = { ...record, name: recordName(stored), value: shownValue(fields, stored) };
      groups.set(path, [...(groups.get(path) ?? []), clashing]); // no more than the rule compares is kept
    }
  }
}

function fault(fields: readonly string[], records: readonly Clashing[], isExact: boolean): SchemaFault {
  return {
    field: fields.join(', '),
    rule: 'unique',
    count: records.length,
    isExact,
    examples: records.slice(0, shown).map(({ key, clientId, value }) => ({ id: clientId ?? key, value })),
  };
}

function shownValue(fields: readonly string[], values: Readonly<Record<string, Json>>): Json {
  const [name = ''] = fields;
  return fields.length === 1 ? (values[name] ?? null) : Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
