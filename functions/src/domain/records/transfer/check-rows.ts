import { type FieldProblem, type Json, limits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { type RecordInput, recordInput } from '../model/record-input.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { checkSize } from '../model/stored-size.ts';
import { claimsOf, isUserStorage, uniqueFields } from '../model/unique-claims.ts';
import { userFields } from '../model/user-fields.ts';
import type { ImportRow } from './parse-rows.ts';

export interface GoodRow {
  readonly row: number;
  readonly input: RecordInput;
}

/** `row` counts from 1; `field` is empty for the whole row. */
export interface RowError extends FieldProblem {
  readonly row: number;
}

/** Sorts out what can be stored. Nothing is written. */
export async function checkRows(
  services: RecordServices,
  storage: StorageRow,
  rows: readonly ImportRow[],
): Promise<{ good: GoodRow[]; errors: RowError[] }> {
  const good: GoodRow[] = [];
  const errors: RowError[] = [];
  const claimed = new Set<string>();
  for (const { row, value, problem } of rows) {
    const checked = problem ? { problem } : check(storage, value);
    if ('problem' in checked) {
      errors.push({ row, ...checked.problem });
      continue;
    }
    const claims = claimsOf(storage, checked.input.fields);
    const twice = claims.find(({ path }) => claimed.has(path));
    for (const { path } of claims) claimed.add(path);
    if (twice) errors.push({ row, field: twice.field, message: `another row has this ${twice.field}.` });
    else good.push({ row, input: checked.input });
  }
  const passwords = good.filter(({ input }) => typeof input.password === 'string').length;
  if (passwords > limits.importPasswords)
    throw new ApiError('payload-too-large', `An import takes at most ${limits.importPasswords} rows with a password.`);
  return refuseTaken(services, storage, { good, errors });
}

async function refuseTaken(services: RecordServices, storage: StorageRow, { good, errors }: { good: GoodRow[]; errors: RowError[] }) {
  const claims = good.flatMap(({ row, input }) => claimsOf(storage, input.fields).map((claim) => ({ row, ...claim })));
  const found = new Map<number, string>();
  for (let i = 0; i < claims.length; i += 300) {
    const part = claims.slice(i, i + 300);
    const owners = await services.store.getAll(part.map(({ path }) => path));
    part.forEach(({ row, field }, j) => {
      if (owners[j]) found.set(row, field);
    });
  }
  const taken = [...found].map(([row, field]) => ({ row, field, message: `this ${field} is already taken.` }));
  return { good: good.filter(({ row }) => !found.has(row)), errors: [...errors, ...taken].sort((a, b) => a.row - b.row) };
}

function check(storage: StorageRow, value: unknown): { input: RecordInput } | { problem: FieldProblem } {
  try {
    const input = recordInput(value);
    const fields = userFields(storage, { fields: namesAsText(storage, input.fields), before: null, password: input.password });
    checkSize(fields);
    return { input: { ...input, fields } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: { field: error.details?.[0]?.field ?? '', message: error.message } };
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
