import { countLists } from '../domain/office/lists/count-lists.ts';
import { job } from './job.ts';
import { services } from './services.ts';

/** Recounts the totals of staff's lists. */
export const officeTotals = job('officeTotals', 'every day 03:40', () => countLists(services));
