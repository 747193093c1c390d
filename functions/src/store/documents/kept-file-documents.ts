import type { StoredFile } from '@bedplate/contract';
import type { Timestamp } from '../model/values.ts';

/**
 * storages/{storageId}/keptFiles/{record key}-{hash of the path}: a file that its record has let go of, withheld as long as the history entry
 * of that change. Decision 090.
 */
export interface KeptFileDocument {
  readonly tenantId: string;
  /** One, by its field, as a record holds its files. */
  readonly files: Readonly<Record<string, StoredFile>>;
  readonly endsAt: Timestamp;
}
