import type { BackupContents } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { backupParts } from '../../store/collections.ts';
import { logActivity } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf } from '../callers/member-of.ts';
import { withoutErased } from '../records/erasure/erased-within.ts';
import { microTime, parseLine } from '../records/snapshots/record-line.ts';
import { parseRanges } from '../records/snapshots/range.ts';
import type { BackupRow } from './find-backups.ts';
import { backupFormat } from './manifest.ts';
import { shownObject } from './shown-object.ts';
import type { BackedUpSettings } from './storage-settings.ts';

/**
 * Everything of a backup but its records, which follow part by part. One read for each storage.
 * @throws {ApiError} conflict for one that is not complete, or that lacks a part
 */
export async function backupContents(services: Services, caller: Caller, backup: BackupRow): Promise<BackupContents> {
  const { id, data } = backup;
  const { state, readTime, projectId, storages } = data;
  if (state !== 'ready' || readTime === null) throw new ApiError('conflict', say('backupIncomplete'));
  const [project, parts] = await Promise.all([services.store.projects.get(projectId), services.store.in(backupParts(id)).getAll(storages)]);
  const name = project?.data.name ?? '';
  const held: BackupContents['storages'] = [];
  for (const part of parts) {
    if (!part) continue;
    const settings = JSON.parse(await shownObject(services, backup, part.data.settings)) as BackedUpSettings; // by `settingsOf`
    held.push({ id: part.id, records: part.data.records, files: part.data.files, ...settings });
  }
  await logActivity(services, {
    ...actorOf(caller),
    projectId,
    module: 'Storage Data',
    activity: 'Download Storage Data',
    kind: 'dataDownloaded',
    values: { who: caller.name, name },
  });
  return { format: backupFormat, id, readTime: microTime(readTime), project: { id: projectId, name }, storages: held };
}

/**
 * Some of the records of one storage as lines of text. Two reads.
 * @param after `next` of the part before
 * @throws {ApiError} not-found; invalid-argument for a place that is not ours; conflict where the part is damaged or missing
 */
export async function backupRecords(
  services: Services,
  backup: BackupRow,
  { storageId, after = '0' }: { storageId: string; after?: string | undefined },
): Promise<{ content: string; next?: string }> {
  const { id, data } = backup;
  if (!/^\d{1,6}$/.test(after)) throw invalidField('after', say('afterHeader'));
  const part = await services.store.in(backupParts(id)).get(storageId);
  if (!part || data.state !== 'ready') throw notFound('Storage');
  const objects = parseRanges(part.data.ranges).flatMap(({ object }) => object ?? []);
  const object = objects[Number(after)];
  const content = object ? await readable(services, storageId, await shownObject(services, backup, object)) : '';
  const next = Number(after) + 1;
  return { content, ...(next < objects.length ? { next: String(next) } : {}) };
}

/** No copy holds a record that was erased for good since. */
async function readable(services: Services, storageId: string, content: string): Promise<string> {
  const lines = content.split('\n').filter(Boolean);
  const keyed = lines.map((line) => ({ line, key: parseLine(line).key }));
  const kept = await withoutErased(services.records, storageId, keyed);
  return kept.length === lines.length ? content : kept.map(({ line }) => `${line}\n`).join('');
}
