import {
  type FaultQuery,
  type FaultyRecord,
  type FaultyRecords,
  recordName,
  type SchemaField,
  type SchemaRule,
  type StorageSchema,
} from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { ruleOf, storedProblem } from '../schema/field-faults.ts';
import { type SampleRecord, sampleOf } from '../schema/read-sample.ts';
import { readSchema } from '../schema/save-schema.ts';
import { shownValue } from '../schema/shown-examples.ts';
import { uniqueClashes } from '../unique/unique-faults.ts';
import { mostCompared } from './check-stored.ts';
import { draftRules } from './draft-rules.ts';
import { ReferenceFaults } from './reference-faults.ts';
import { storedPage, type StoredRow } from './stored-page.ts';

/** Documents read at once. */
const perRead = 100;
/** A part ends with the read in which it has so many records: so none is read for two parts. */
const enough = 50;
/** A part also ends after so many records, or so long, whether one has been found or not. */
const perCall = 2000;
const millisPerCall = 4000;

interface Asked {
  caller: Caller;
  params: { projectId: string; storageId: string };
  query: FaultQuery;
}

/**
 * Lists the records that break one rule of the storage's schema, part by part. Each record that is looked at costs a read; of references
 * each record that is named costs one as well.
 * @throws {ApiError} not-found
 */
export async function faultyRecords(services: Services, { caller, params, query }: Asked): Promise<FaultyRecords> {
  const { schema } = await readSchema(services, caller, params);
  if (query.rule === 'unique') return clashingRecords(services, params.storageId, { schema, query });
  const breaks = await breakerOf(services, { schema, query, projectId: params.projectId });
  const until = services.clock() + millisPerCall;
  const data: FaultyRecord[] = [];
  let seen = 0;
  let next = query.after ?? null;
  if (!breaks) return { data, seen, next: null, isExact: true };
  do {
    const rows = await storedPage(services, params.storageId, { after: next, limit: perRead });
    const faulty = await breaks(rows);
    data.push(...faulty.map((record) => shown(record, query.field)));
    seen += rows.length;
    next = rows.length < perRead ? null : (rows.at(-1)?.id ?? null);
  } while (next !== null && data.length < enough && seen < perCall && services.clock() < until);
  return { data, seen, next, isExact: true };
}

/** @returns those of the rows that break the rule */
type Breaker = (rows: readonly StoredRow[]) => readonly SampleRecord[] | Promise<readonly SampleRecord[]>;

/** @returns null where the schema has no such rule, so that no record is read */
async function breakerOf(
  services: Services,
  { schema, query: { field, rule }, projectId }: { schema: StorageSchema; query: FaultQuery; projectId: string },
): Promise<Breaker | null> {
  const declared = Object.hasOwn(schema.fields, field) ? schema.fields[field] : undefined;
  if (rule === 'undeclared')
    return schema.closed && !declared ? (rows) => rows.map(sampleOf).filter(({ fields }) => Object.hasOwn(fields, field)) : null;
  if (!declared) return null;
  if (rule === 'reference') return leadingNowhere(services, { projectId, field, declared });
  return (rows) => rows.map(sampleOf).filter(({ fields }) => brokenRule(fields, { field, declared }) === rule);
}

function brokenRule(fields: SampleRecord['fields'], { field, declared }: { field: string; declared: SchemaField }): SchemaRule | null {
  const problem = storedProblem(Object.hasOwn(fields, field) ? fields[field] : undefined, declared);
  return problem ? ruleOf(problem) : null;
}

function leadingNowhere(
  { records }: Services,
  { projectId, field, declared }: { projectId: string; field: string; declared: SchemaField },
): Breaker {
  const references = new ReferenceFaults(records, projectId, { fields: { [field]: declared }, unique: [], closed: false });
  return async (rows) => {
    const faulty = new Set((await references.of(rows)).map(({ id }) => id));
    return rows.map(sampleOf).filter(({ id }) => faulty.has(id));
  };
}

function shown({ id, fields }: SampleRecord, field: string): FaultyRecord {
  return { id, name: recordName(fields), value: shownValue(Object.hasOwn(fields, field) ? (fields[field] ?? null) : null) };
}

/** Records can only be compared all at once: `after` is how many of them were told. */
async function clashingRecords(
  services: Services,
  storageId: string,
  { schema, query }: { schema: StorageSchema; query: FaultQuery },
): Promise<FaultyRecords> {
  const unique = schema.unique.filter(({ fields }) => fields.join(', ') === query.field);
  const rules = draftRules({ ...schema, unique });
  const { clashes, seen, isExact } = await uniqueClashes(services.records, { storageId, rules, most: mostCompared });
  const all = clashes.flat();
  const from = Number(query.after ?? 0);
  const end = from + perRead;
  const data = all.slice(from, end).map(({ key, clientId, name, value, isInTrash }) => ({
    id: clientId ?? key,
    name,
    value: shownValue(value),
    ...(isInTrash && { isInTrash }),
  }));
  return { data, seen, next: end < all.length ? String(end) : null, isExact };
}
