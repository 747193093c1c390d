import type { RecordServices } from '../../../services/record-services.ts';
import { forgetListsMissing } from './kept-lists.ts';
import { forgetTotals } from './shared-totals.ts';

/**
 * What this instance kept of a storage's totals and lists is given up as far as the write does not show in it. To be called after each
 * write that adds, changes or removes records.
 * @param began before the write took the time that it carries, in milliseconds
 */
export function forgetAfterWrite({ store, now }: RecordServices, storageId: string, began: number): void {
  forgetTotals(store, storageId);
  forgetListsMissing(store, storageId, now() - began);
}
