import type { Json, SchemaFault } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRules } from '../schema/storage-rules.ts';
import { ruleClaims } from './rule-claims.ts';
import { type StoredValues, storedValues } from './stored-values.ts';

const pageSize = 500;
/** Records that are compared at once; of more, the job that makes their claims tells. */
const mostRecords = 5000;
const shown = 5;

/**
 * Compares stored records by the unique rules of a schema, those in the trash as well.
 * @returns a fault for each rule by which several records have the same; `count` are the records of which another one has the values
 */
export async function uniqueFaults(
  services: Pick<RecordServices, 'store'>,
  { storageId, rules, most = mostRecords }: { storageId: string; rules: StorageRules; most?: number },
): Promise<SchemaFault[]> {
  if (rules.unique.length === 0) return [];
  const found = rules.unique.map(() => new Map<string, StoredValues[]>());
  let after: string | null = null;
  let seen = 0;
  do {
    const page: Awaited<ReturnType<typeof storedValues>> = await storedValues(services, storageId, { after, limit: pageSize });
    for (const values of page.values) note(found, { storageId, rules }, values);
    seen += page.values.length;
    after = page.next;
  } while (after !== null && seen < most);
  return found.flatMap((groups, i) => {
    const clashing = [...groups.values()].filter(({ length }) => length > 1);
    const fields = rules.unique[i]?.fields ?? [];
    return clashing.length === 0 ? [] : [fault(fields, clashing, after === null)];
  });
}

function note(
  found: readonly Map<string, StoredValues[]>[],
  { storageId, rules }: { storageId: string; rules: StorageRules },
  values: StoredValues,
): void {
  for (const [i, groups] of found.entries()) {
    const only = rules.unique.slice(i, i + 1);
    for (const { path, fields } of ruleClaims(storageId, { ...rules, state: 'enforce', unique: only }, values.fields)) {
      const named = Object.fromEntries(fields.map((name) => [name, values.fields[name] ?? null]));
      groups.set(path, [...(groups.get(path) ?? []), { ...values, fields: named }]); // no more than the rule compares is kept
    }
  }
}

function fault(fields: readonly string[], clashing: readonly (readonly StoredValues[])[], isExact: boolean): SchemaFault {
  const records = clashing.flat();
  return {
    field: fields.join(', '),
    rule: 'unique',
    count: records.length,
    isExact,
    examples: records
      .slice(0, shown)
      .map(({ key, clientId, fields: values }) => ({ id: clientId ?? key, value: shownValue(fields, values) })),
  };
}

function shownValue(fields: readonly string[], values: Readonly<Record<string, Json>>): Json {
  const [name = ''] = fields;
  return fields.length === 1 ? (values[name] ?? null) : { ...values };
}
