import type { UpdateInput } from '../model/record-input.ts';
import type { FormTexts } from '../model/record-write.ts';
import { type CheckedRecord, checkFields, type GivenRecord } from '../schema/check-fields.ts';
import { declaredInput } from '../schema/declared-input.ts';
import type { StorageRules } from '../schema/storage-rules.ts';

/** The part that the schema of a storage has in the writes of one call. */
export interface FieldChecks {
  /** Begins an attempt of a transaction: new records get the same numbers again. */
  begin(): void;
  /** Reads texts of forms and exact operations by the types of their fields. */
  read(input: UpdateInput, place: { before: GivenRecord['fields']; form: FormTexts | undefined }): UpdateInput;
  /** @throws {ApiError} invalid-argument with each wrong field */
  check(given: Pick<GivenRecord, 'fields' | 'before' | 'hasPassword'>): CheckedRecord;
}

interface Call extends Pick<GivenRecord, 'actor' | 'now'> {
  /** Of each new record, at least: see `nextNumbers`. */
  readonly numbers: readonly ReadonlyMap<string, number>[];
}

/** Loaded with the first storage that has a schema. */
export function fieldChecks(rules: StorageRules, { numbers, ...call }: Call): FieldChecks {
  let made = 0;
  return {
    begin: () => {
      made = 0;
    },
    read: (input, place) => declaredInput(rules, input, place),
    check(given) {
      const own = given.before === null ? numbers[made++] : undefined;
      return checkFields(rules, { ...given, ...call, ...(own && { numbers: own }) });
    },
  };
}
