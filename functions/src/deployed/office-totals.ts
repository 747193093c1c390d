import { countLists } from '../domain/office/lists/count-lists.ts';
import { removeOld } from '../domain/office/remove-old.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Removes old personal data, and recounts the totals of staff's lists. */
export const officeTotals = job('officeTotals', 'every day 03:40', async () => {
  await removeOld(services);
  await countLists(services);
});
