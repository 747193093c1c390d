import type { Json, SchemaCheckPage, SchemaFault, SchemaRule, StorageSchema } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import { ruleOf, storedFaults } from '../schema/field-faults.ts';
import { sampleOf } from '../schema/read-sample.ts';
import { refuseContradictions } from '../schema/refuse-contradictions.ts';
import { shownExamples } from '../schema/shown-examples.ts';
import { uniqueFaults } from '../unique/unique-faults.ts';
import { ReferenceFaults } from './reference-faults.ts';
import { draftRules } from './draft-rules.ts';
import { storedPage, type StoredRow } from './stored-page.ts';

/** Documents read at once. */
const perPage = 250;
/** A call ends after so many records, or so long: whoever asks goes on from there. */
const perCall = 2000;
const millisPerCall = 4000;
/** Records that are compared with each other by unique rules, at the first call. */
export const mostCompared = 50_000;

/**
 * Counts the records that break a rule of a schema, part by part: the counts of all parts are those of the storage. Clashes of unique
 * values are counted with the first part.
 * @param asked `after` is the `next` of the part before
 * @throws {ApiError} not-found; invalid-argument for a schema that contradicts itself
 */
export async function checkStored(
  services: Services,
  {
    caller,
    params: { projectId, storageId },
    asked: { schema, after },
  }: {
    caller: Caller;
    params: { projectId: string; storageId: string };
    asked: { schema: StorageSchema; after?: string | null | undefined };
  },
): Promise<SchemaCheckPage> {
  const storage = await findStorage(services, { caller, projectId, storageId });
  await refuseContradictions(services.store, storage, schema);
  const until = services.clock() + millisPerCall;
  const references = new ReferenceFaults(services.records, storage.data.projectId, schema);
  const broken: Broken = new Map();
  let seen = 0;
  let next = after ?? null;
  do {
    const rows = await storedPage(services, storageId, { after: next, limit: perPage });
    noteFaults(broken, schema, rows);
    for (const { field, id, value } of await references.of(rows)) note(broken, { field, rule: 'reference' }, { id, value });
    seen += rows.length;
    next = rows.length < perPage ? null : (rows.at(-1)?.id ?? null);
  } while (next !== null && seen < perCall && services.clock() < until);
  const clashes = after ? [] : await uniqueFaults(services, { storageId, rules: draftRules(schema), most: mostCompared });
  return { data: [...[...broken.values()].map(faultOf), ...clashes], seen, next };
}

interface Found {
  field: string;
  rule: SchemaRule;
  count: number;
  examples: { id: string; value: Json }[];
}
type Broken = Map<string, Found>;

function noteFaults(broken: Broken, { fields, closed }: StorageSchema, rows: readonly StoredRow[]): void {
  const rules = { fields: new Map(Object.entries(fields)), closed };
  for (const record of rows.map(sampleOf))
    for (const { name, problem } of storedFaults(rules, record.fields))
      note(broken, { field: name, rule: ruleOf(problem) }, { id: record.id, value: record.fields[name] ?? null });
}

function note(broken: Broken, { field, rule }: Pick<Found, 'field' | 'rule'>, example: { id: string; value: Json }): void {
  const key = `${field}\n${rule}`;
  const known = broken.get(key) ?? { field, rule, count: 0, examples: [] };
  known.count += 1;
  known.examples = shownExamples([...known.examples, example]);
  broken.set(key, known);
}

function faultOf(found: Found): SchemaFault {
  return { ...found, isExact: true };
}
