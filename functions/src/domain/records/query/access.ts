import type { DataRecord } from '@bedplate/contract';
import type { WriteAccess } from '../model/record-write.ts';
import type { Filter } from './filter.ts';

/** The part of a storage's records that rules let a caller see. */
export interface View {
  /** A list finds records for which all conditions of one of these hold. */
  readonly either: readonly (readonly Filter[])[];
  /** Fields that some rule hides from the caller: no question about them is answered. */
  readonly unknown: ReadonlySet<string>;
  /** @returns the record without its hidden fields; null when it is out of reach */
  see(record: DataRecord): DataRecord | null;
}

/** The rights that rules give one caller in one storage. Callers whom no rules bind have none. */
export interface Access {
  /** Names the rules and the caller: cursors belong to them. */
  readonly to: string;
  /** @throws {ApiError} permission-denied where no rule about lists concerns the caller */
  readonly lists: View;
  /** @throws {ApiError} permission-denied where no rule about reading one record concerns the caller */
  readonly reads: View;
  readonly writes: WriteAccess;
  /** Fields that a rule about lists or about single records hides from the caller. */
  readonly hidden: ReadonlySet<string>;
  /** @returns the record as one read of it would show it; null when it is out of reach */
  sees(record: DataRecord): DataRecord | null;
  /** @returns the record as the answer to a write shows it: a caller who may not read it gets its id and its times */
  echo(record: DataRecord): DataRecord;
  /** Whether every field of every record is shown, as it is and as it was. */
  readonly seesAll: boolean;
  /** Whether records may be created without a look at each of them. */
  readonly createsAny: boolean;
}
