import { type FieldProblem, type Json, limits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { plainNumbers } from '../model/plain-numbers.ts';
import { type RecordInput, recordInput } from '../model/record-input.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { checkSize } from '../model/stored-size.ts';
import { type Claim, claimsOf, uniqueFields } from '../model/unique-claims.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { rulesOf, type StorageRules } from '../schema/storage-rules.ts';
import { holdersOf } from '../unique/holders.ts';
import { isWarned, ruleClaims } from '../unique/rule-claims.ts';
import { aliasPath } from '../model/record-ids.ts';
import { userFields } from '../model/user-fields.ts';
import { type RowError, rowError } from './import-document.ts';
import { type KeptIds, keptId, takenRows } from './kept-ids.ts';
import type { ImportRow } from './parse-rows.ts';

export interface GoodRow {
  readonly row: number;
  readonly input: RecordInput;
  /** The id that the record keeps. */
  readonly id?: string;
  /** Faults by the schema that are stored all the same; of one that learns, values of another type. */
  readonly warnings?: readonly FieldProblem[];
}

/** Sorts out what can be stored. Nothing is written. */
export async function checkRows(
  services: RecordServices,
  { storage, rows, kept }: { storage: StorageRow; rows: readonly ImportRow[]; kept?: KeptIds },
): Promise<{ good: GoodRow[]; errors: RowError[] }> {
  const good: GoodRow[] = [];
  const errors: RowError[] = [];
  const claimed = new Set<string>();
  const rules = await rulesOf(services, storage);
  const read = await readerFor(rules, services.now());
  for (const { row, value, problem } of rows) {
    const checked = problem ? { problem } : check(storage, { value, read }, kept && services.now());
    if ('problem' in checked) {
      errors.push({ row, ...checked.problem });
      continue;
    }
    const { input, id, warnings } = checked;
    const claims = [
      ...claimsFor(storage, rules, input.fields),
      ...(id === undefined ? [] : [{ fields: ['id'], path: aliasPath(storage.id, id) }]),
    ];
    const twice = claims.find(({ path }) => claimed.has(path));
    for (const { path } of claims) claimed.add(path);
    if (twice) errors.push(rowError(row, nameOf(twice), say('rowTwice', { fields: nameOf(twice) })));
    else good.push({ row, input, ...(id === undefined ? {} : { id }), ...(warnings.length > 0 && { warnings }) });
  }
  const passwords = good.filter(({ input }) => typeof input.password === 'string').length;
  if (passwords > limits.importPasswords)
    throw new ApiError('payload-too-large', say('importPasswordsMany', { max: limits.importPasswords }));
  const sorted = await refuseTaken(services, { storage, rules }, { good, errors });
  return kept ? refuseKept(services, { storage, sorted, kept }) : sorted;
}

async function refuseKept(
  services: RecordServices,
  { storage, sorted: { good, errors }, kept }: { storage: StorageRow; sorted: Sorted; kept: KeptIds },
): Promise<Sorted> {
  const named = good.flatMap(({ row, id }) => (id === undefined ? [] : [{ row, id }]));
  const taken = await takenRows(services, { storage, rows: named, ids: kept });
  const refused = [...taken].map((row) => rowError(row, 'id', say('rowIdTaken')));
  return { good: good.filter(({ row }) => !taken.has(row)), errors: [...errors, ...refused].toSorted((a, b) => a.row - b.row) };
}

interface Sorted {
  readonly good: GoodRow[];
  readonly errors: RowError[];
}

async function refuseTaken(
  services: RecordServices,
  { storage, rules }: { storage: StorageRow; rules: StorageRules | undefined },
  { good, errors }: Sorted,
): Promise<Sorted> {
  const claims = good.flatMap(({ row, input }) => claimsFor(storage, rules, input.fields).map((claim) => ({ row, claim })));
  const found = new Map<number, string>();
  for (let i = 0; i < claims.length; i += 300) {
    const part = claims.slice(i, i + 300);
    const owners = await services.store.getAll(part.map(({ claim }) => claim.path));
    const held = part.flatMap((one, j) => (owners[j] ? [{ ...one, storage, key: owners[j].data.ref }] : []));
    const holders = await holdersOf(services.store, new Map(rules ? [[storage.id, rules]] : []), held);
    held.forEach(({ row, claim }, j) => {
      if (holders[j] !== 'nobody') found.set(row, nameOf(claim));
    });
  }
  const taken = [...found].map(([row, fields]) => rowError(row, fields, say('rowTaken', { fields })));
  return { good: good.filter(({ row }) => !found.has(row)), errors: [...errors, ...taken].sort((a, b) => a.row - b.row) };
}

/** @returns the claims by which a row is refused when another record has its values */
function claimsFor(storage: StorageRow, rules: StorageRules | undefined, fields: Readonly<Record<string, Json>>): Claim[] {
  return [...claimsOf(storage, fields), ...ruleClaims(storage.id, rules, fields).filter((claim) => !isWarned(claim, rules))];
}

function nameOf({ fields }: Claim): string {
  return fields.join(', ');
}

interface ReadRow {
  readonly input: RecordInput;
  readonly warnings: readonly FieldProblem[];
}

type RowReader = (given: unknown) => ReadRow;

/** @returns what reads a row as a record, and refuses what the schema would refuse. Also a schema that learns tells of values of another type: they are in no sum. */
async function readerFor(rules: StorageRules | undefined, now: number): Promise<RowReader> {
  if (!rules) return (given) => ({ input: recordInput(plainNumbers(given)), warnings: [] });
  // Most storages have no schema.
  const [{ checkFields }, { isOfOtherType }] = await Promise.all([
    import('../schema/check-fields.ts'),
    import('../schema/field-faults.ts'),
  ]);
  const isLearning = rules.state === 'learn';
  const told = isLearning ? { ...rules, state: 'warn' as const } : rules;
  return (given) => {
    const input = recordInput(given);
    const hasPassword = typeof input.password === 'string';
    const { warnings } = checkFields(told, { fields: input.fields, before: null, hasPassword, actor: '', now });
    return { input, warnings: isLearning ? warnings.filter(isOfOtherType) : warnings };
  };
}

/** @param now of an import whose records keep their ids */
function check(
  storage: StorageRow,
  { value, read }: { value: unknown; read: RowReader },
  now: number | undefined,
): (ReadRow & { id: string | undefined }) | { problem: FieldProblem } {
  try {
    const { input, warnings } = read(value);
    const fields = userFields(storage, { fields: namesAsText(storage, input.fields), before: null, password: input.password });
    checkSize(fields);
    return { input: { ...input, fields }, warnings, id: now === undefined ? undefined : keptId(storage, value, now) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: { field: error.details?.[0]?.field ?? '', message: error.message, ...error.text } };
  }
}

/** A table shows no difference between the name 12345 and the number. */
function namesAsText(storage: StorageRow, fields: Record<string, Json>): Record<string, Json> {
  if (!isUserStorage(storage)) return fields;
  const names = uniqueFields.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'number' || typeof value === 'boolean' ? [[field, String(value)]] : [];
  });
  return { ...fields, ...Object.fromEntries(names) };
}
