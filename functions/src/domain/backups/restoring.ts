import type { FieldProblem, RestorePlace, SetupPart } from '@bedplate/contract';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { BackedUpSettings } from './storage-settings.ts';

/** A storage of a backup beside the one that it is restored into. */
export interface Restoring {
  /** The id in the backup. */
  readonly from: string;
  readonly place: RestorePlace;
  readonly backed: BackedUpSettings;
  /** Null in a count, for one that would be made. */
  readonly storage: StorageRow | null;
  readonly isNew: boolean;
  /** The ids of all storages of the restore: of those in the backup, by them. */
  readonly ids: ReadonlyMap<string, string>;
  /** Whether nothing is changed. */
  readonly isTrial: boolean;
}

/** The result for one part of a storage. */
export interface PartOutcome {
  /** Whether the part differs and is brought back, or would be. */
  readonly part: SetupPart | null;
  readonly gaps: readonly FieldProblem[];
}
