import type { RecordServices } from '../../../services/record-services.ts';
import { backupParts, backups } from '../../../store/collections.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { manifestName } from './manifest-name.ts';
import { parseRanges } from './range.ts';

/**
 * Marks the backups of a project that hold a damaged object: several may share one. One read for each backup that has no mark yet, and one
 * for each of its storages.
 * @param folder of the project's backups
 */
export async function noteDamage({ store, now }: Pick<RecordServices, 'store' | 'now'>, folder: string, name: string): Promise<void> {
  const [, , projectId = ''] = folder.split('/');
  const { rows } = await store.backups.query({ where: [['projectId', '==', projectId]], select: ['damagedAt'] });
  for (const { id, data } of rows) {
    if (data.damagedAt) continue;
    const parts = await store.in(backupParts(id)).query({ select: ['settings', 'ranges'] });
    const names = parts.rows.flatMap(({ data: { settings, ranges } }) => [settings, ...parseRanges(ranges).map(({ object }) => object)]);
    const isHeld = [manifestName(id), ...names].includes(name);
    if (isHeld) await store.commit([backups.update(id, { damagedAt: Timestamp.fromMillis(now()) })]);
  }
}
