import { allInOrder } from '../../runtime/all-in-order.ts';
import type { Services } from '../../services/services.ts';
import { askNightly } from './ask-nightly.ts';
import { removeExpired } from './remove-backups.ts';
import { runBackups } from './run-backups.ts';

/**
 * Makes the backups that are due, and removes those past their time. Three reads where there is nothing to do.
 * @param until milliseconds since the epoch after which nothing further is begun
 */
export async function keepBackups(services: Services, until: number): Promise<void> {
  await allInOrder(
    () => askNightly(services, until),
    () => runBackups(services, until),
    () => removeExpired(services, until),
  );
}
