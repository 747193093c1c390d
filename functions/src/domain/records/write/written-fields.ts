import type { Json } from '@bedplate/contract';
import { refuseClosed } from '../model/closed-fields.ts';
import { coerceFields } from '../model/coerce-fields.ts';
import { operate } from '../model/operators.ts';
import type { UpdateInput } from '../model/record-input.ts';
import type { RecordWrite } from '../model/record-write.ts';
import { userFields } from '../model/user-fields.ts';
import type { CheckedRecord } from '../schema/check-fields.ts';
import type { FieldChecks } from './field-checks.ts';

export type WithInput = Extract<RecordWrite, { op: 'create' | 'update' | 'upsert' }>;

interface Stored {
  readonly fields: Readonly<Record<string, Json>>;
  readonly hasPassword: boolean;
}

/**
 * @param stored the record so far; null for a new one
 * @param checks of the storage's schema, if it has one
 * @returns the record's fields after a write, and the warnings about them
 * @throws {ApiError} invalid-argument, permission-denied, conflict
 */
export function writtenFields(write: WithInput, stored: Stored | null, checks: FieldChecks | undefined): CheckedRecord {
  const { storage, closed } = write;
  const { password } = write.input;
  const before = stored?.fields ?? {};
  const after = write.op === 'create' ? write.input.fields : merged(before, changes(write, before, checks));
  refuseClosed(closed, { before, after, password });
  const fields = userFields(storage, { fields: after, before: stored && before, password });
  const hasPassword = typeof password === 'string' || (stored?.hasPassword === true && password !== null);
  return checks?.check({ fields, before: stored && before, hasPassword }) ?? { fields, warnings: [] };
}

function changes(
  { input, form }: Exclude<WithInput, { op: 'create' }>,
  before: Stored['fields'],
  checks: FieldChecks | undefined,
): UpdateInput {
  if (checks) return checks.read(input, { before, form });
  return form ? { ...input, fields: coerceFields(input.fields, before, form) } : input;
}

function merged(before: Stored['fields'], { fields, operations }: UpdateInput): Record<string, Json> {
  const after: Record<string, Json> = { ...before, ...fields };
  for (const [name, operation] of operations) {
    const stored = Object.hasOwn(after, name) ? after[name] : undefined;
    const value = operate(name, stored === null ? undefined : stored, operation);
    if (value === undefined) delete after[name];
    else after[name] = value;
  }
  return after;
}
