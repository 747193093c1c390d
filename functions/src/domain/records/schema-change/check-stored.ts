import type { Json, SchemaFault, SchemaRule, StorageSchema } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { countOtherKinds } from '../schema/count-kinds.ts';
import { ruleOf, storedFaults } from '../schema/field-faults.ts';
import { readSample, type Sample } from '../schema/read-sample.ts';
import { refuseContradictions } from '../schema/refuse-contradictions.ts';
import { shownExamples } from '../schema/shown-examples.ts';
import { uniqueFaults } from '../unique/unique-faults.ts';
import { draftRules } from './draft-rules.ts';

/** Records that are looked at one by one. Of larger storages the index counts the values of other types, and the rest is a least count. */
const lookedAt = 1000;

/**
 * The rules of a schema that stored records break.
 * @throws {ApiError} not-found; invalid-argument for a schema that contradicts itself
 */
export async function checkStored(
  services: Services,
  {
    caller,
    params: { projectId, storageId },
    schema,
  }: { caller: Caller; params: { projectId: string; storageId: string }; schema: StorageSchema },
): Promise<SchemaFault[]> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  await refuseContradictions(services.store, storage, schema);
  const sample = await readSample(services.store, storageId, lookedAt);
  const found = [...recordFaults(schema, sample), ...(await uniqueFaults(services, storageId, draftRules(schema)))];
  if (sample.isAll) return found;
  return withCounted(found, await countedFaults(services, storage, schema));
}

type Broken = Map<string, { field: string; rule: SchemaRule; examples: { id: string; value: Json }[] }>;

function recordFaults({ fields, closed }: StorageSchema, { records, isAll }: Sample): SchemaFault[] {
  const broken: Broken = new Map();
  const rules = { fields: new Map(Object.entries(fields)), closed };
  for (const record of records)
    for (const { name, problem } of storedFaults(rules, record.fields)) {
      const rule = ruleOf(problem);
      const key = `${name}\n${rule}`;
      const known = broken.get(key) ?? { field: name, rule, examples: [] };
      known.examples.push({ id: record.id, value: record.fields[name] ?? null });
      broken.set(key, known);
    }
  return [...broken.values()].map(({ field, rule, examples }) => faultOf({ field, rule, examples, isAll }));
}

function faultOf(found: { field: string; rule: SchemaRule; examples: { id: string; value: Json }[]; isAll: boolean }): SchemaFault {
  const { field, rule, examples, isAll } = found;
  return { field, rule, count: examples.length, isExact: isAll, examples: shownExamples(examples) };
}

/** Of each field with values of several types: those that are not of its own. */
async function countedFaults(services: Services, storage: StorageRow, { fields }: StorageSchema): Promise<SchemaFault[]> {
  const counted = await Promise.all(
    Object.entries(fields).map(async ([name, field]): Promise<SchemaFault[]> => {
      const others = await countOtherKinds(services.records, storage, { name, field });
      if (!others?.count) return [];
      return [{ field: name, rule: 'type', count: others.count, isExact: false, examples: shownExamples(others.examples) }];
    }),
  );
  return counted.flat();
}

function withCounted(found: readonly SchemaFault[], counted: readonly SchemaFault[]): SchemaFault[] {
  const isSame = (a: SchemaFault) => (b: SchemaFault) => a.field === b.field && a.rule === b.rule;
  const larger = found.map((fault) => {
    const other = counted.find(isSame(fault));
    return other && other.count > fault.count ? { ...fault, count: other.count } : fault;
  });
  return [...larger, ...counted.filter((fault) => !found.some(isSame(fault)))];
}
