import { workOnBackup } from '../src/domain/backups/run-backups.ts';
import { makeBackup } from '../src/domain/backups/make-backup.ts';
import type { Services } from '../src/services/services.ts';
import { admin } from './callers.ts';

/** A whole backup of the project, however slow the machine is: a call works on it for two seconds. */
export async function backedUp(services: Services): Promise<void> {
  const { id } = await makeBackup(services, admin, 'p1');
  await workOnBackup(services, id, Number.POSITIVE_INFINITY);
}
