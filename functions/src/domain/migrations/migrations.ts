import { retentionDays } from '@bedplate/contract';
import { addEnds } from './add-ends.ts';
import { dropField } from './drop-field.ts';
import type { Migration } from './migration.ts';

const day = 86_400_000;

/**
 * All steps, in order; the version of the stored data is the number of those that are done. Steps are only added at the end.
 * Decision 057.
 */
export const migrations: readonly Migration[] = [
  addEnds('pageVisits', retentionDays.pageVisits * day),
  addEnds('activity', retentionDays.activity * day),
  addEnds('contacts', retentionDays.messages * day),
  // Large storages are counted from recordCounts on; the version before recounts them and writes it again.
  dropField('storages', 'counts'),
];
