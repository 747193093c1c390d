import type { DataRecord, FieldProblem } from '@bedplate/contract';
import { inOurWords } from '../../../lib/api/api-error.ts';
import { t } from '../../../texts/index.ts';
import { sentences } from '../../../texts/sentences.ts';

/** The answer to a change: the record as it is now, with the faults that its storage warns of. */
export interface Stored {
  data: DataRecord;
  warnings?: readonly FieldProblem[];
}

/** @returns the sentence about a record that is stored and does not fit; null for one that fits */
export function warningOf({ warnings = [] }: Partial<Stored>): string | null {
  return warnings.length === 0 ? null : t('records.warned', { faults: sentences(...warnings.map(inOurWords)) });
}
