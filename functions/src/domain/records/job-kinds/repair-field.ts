import { isDeepStrictEqual } from 'node:util';
import type { Json, SchemaField, SchemaRepair } from '@bedplate/contract';
import { changeEach, changedParts, type RecordChange } from '../jobs/change-each.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { convertedValue } from '../schema/converted-value.ts';
import { defaultOf } from '../schema/check-fields.ts';
import { ruleOf, storedProblem } from '../schema/field-faults.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { recordPage } from './record-page.ts';

/** Mends the records that break a rule of one field: see `repairSchema` for its input. Records that keep the rules stay as they are. */
export const repairFieldKind: JobKind = {
  async page(services, storage, job) {
    const rules = await rulesOf(services, storage);
    const { field: name, repair, rule } = job.data.input as unknown as SchemaRepair; // as `repairSchema` wrote it
    if (!rules || !isRuled(rules, name)) return { seen: 0, changed: 0, kept: 0, next: null };
    const { rows, next } = await recordPage(services, storage.id, { job, select: changedParts });
    const call = { actor: job.data.createdBy, now: services.now() };
    const change = (fields: Record<string, Json>) =>
      breaks(rules, fields, { name, rule }) ? repaired(fields, { name, field: rules.fields.get(name), repair, call }) : null;
    return {
      ...(await changeEach(services, { changing: { storage, job, bySchema: isBySchema(rules, name, repair) }, rows, change })),
      next,
    };
  },
};

/** A value that does not change after the create is moved away all the same, where nothing else is against it. */
function isBySchema({ fields, closed }: StorageRules, name: string, repair: SchemaRepair['repair']): boolean {
  const { readOnly = false, required = false } = fields.get(name) ?? {};
  return repair === 'split' ? readOnly && !required && !closed : repair !== 'trash';
}

function isRuled({ fields, closed }: StorageRules, name: string): boolean {
  return fields.has(name) || closed;
}

/** @param rule the one that is meant; without it any */
function breaks(
  { fields }: StorageRules,
  record: Readonly<Record<string, Json>>,
  { name, rule }: Pick<SchemaRepair, 'rule'> & { name: string },
): boolean {
  const field = fields.get(name);
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  const problem = field ? storedProblem(value, field) : value === undefined ? undefined : { key: 'fieldClosed' as const };
  return problem !== undefined && (rule === undefined || rule === ruleOf(problem));
}

interface Repairing {
  readonly name: string;
  readonly field: SchemaField | undefined;
  readonly repair: SchemaRepair['repair'];
  readonly call: { readonly actor: string; readonly now: number };
}

/** @returns `kept` for a record that this repair does not help */
function repaired(fields: Readonly<Record<string, Json>>, { name, field, repair, call }: Repairing): RecordChange {
  const value = fields[name] ?? null;
  if (repair === 'trash') return 'trash';
  if (repair === 'split') return value === null ? 'kept' : { [name]: undefined, [freeName(fields, name)]: value };
  if (!field) return 'kept';
  const wanted = repair === 'default' ? defaultOf(field, call) : value === null ? undefined : convertedValue(value, field);
  return wanted === undefined || wanted === null || isDeepStrictEqual(wanted, value) ? 'kept' : { [name]: wanted };
}

function freeName(fields: Readonly<Record<string, Json>>, name: string): string {
  const other = `${name}_other`;
  return Object.hasOwn(fields, other) ? freeName(fields, other) : other;
}
