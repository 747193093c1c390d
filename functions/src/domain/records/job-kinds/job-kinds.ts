import type { JobKinds } from '../jobs/run-jobs.ts';
import { undoChangesKind } from '../undo/undo-kind.ts';
import { undoKind } from '../undo/undo-job.ts';
import { armSchemaKind } from './arm-schema.ts';
import { changeMatchingKind } from './change-matching.ts';
import { claimStoredKind } from './claim-stored.ts';
import { convertFieldsKind } from './convert-fields.ts';
import { countStoredKind } from './count-stored.ts';
import { labelStoredKind } from './label-stored.ts';
import { reindexKind } from './reindex.ts';
import { repairFieldKind } from './repair-field.ts';
import { restoreKind } from '../restore/restore-kind.ts';

/** The work of each kind of job. */
export const jobKinds: JobKinds = {
  undo: undoKind,
  armSchema: armSchemaKind,
  undoChanges: undoChangesKind,
  claimStored: claimStoredKind,
  countStored: countStoredKind,
  convertFields: convertFieldsKind,
  repairField: repairFieldKind,
  reindex: reindexKind,
  labelStored: labelStoredKind,
  changeMatching: changeMatchingKind,
  restore: restoreKind,
};
