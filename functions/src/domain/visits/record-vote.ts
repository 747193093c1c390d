import type { PageVote } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { addToDay } from './add-to-day.ts';
import { pageKey } from './page-key.ts';
import { takeVisit } from './visit-limit.ts';

/**
 * Counts the vote of a reader on a page of the documentation. Nothing is kept of the reader.
 * @param ipAddress for the limit alone
 * @throws {ApiError} too-many-requests
 */
export async function recordVote(services: Services, { path, useful }: PageVote, ipAddress: string): Promise<void> {
  takeVisit(ipAddress, services.clock());
  const day = new Date(services.clock()).toISOString().slice(0, 10);
  await addToDay(services, day, { [useful ? 'useful' : 'notUseful']: { [pageKey(path, day)]: 1 } });
}
