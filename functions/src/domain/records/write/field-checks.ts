import type { UpdateInput } from '../model/record-input.ts';
import { type CheckedRecord, checkFields, type GivenRecord } from '../schema/check-fields.ts';
import { declaredInput } from '../schema/declared-input.ts';
import type { StorageRules } from '../schema/storage-rules.ts';

/** The part that the schema of a storage has in the writes of one call. */
export interface FieldChecks {
  /** Reads texts of forms and exact operations by the types of their fields. */
  read(input: UpdateInput, place: { before: GivenRecord['fields']; isForm: boolean }): UpdateInput;
  /** @throws {ApiError} invalid-argument with each wrong field */
  check(given: Pick<GivenRecord, 'fields' | 'before' | 'hasPassword'>): CheckedRecord;
}

/** Loaded with the first storage that has a schema. */
export function fieldChecks(rules: StorageRules, call: Pick<GivenRecord, 'actor' | 'now'>): FieldChecks {
  return {
    read: (input, place) => declaredInput(rules, input, place),
    check: (given) => checkFields(rules, { ...given, ...call }),
  };
}
