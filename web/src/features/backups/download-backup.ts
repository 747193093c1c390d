import type { BackupContents } from '@bedplate/contract';
import { api } from '../../lib/api/client.ts';
import { newZip } from '../../lib/zip.ts';
import { backupFileName } from './backup-file-name.ts';

/** Milliseconds for one part. */
const longest = 60_000;

/** Fetches a backup in parts and puts it into one ZIP file. */
export async function downloadBackup(projectId: string, id: string): Promise<{ blob: Blob; name: string }> {
  const path = `/project/${encodeURIComponent(projectId)}/backups/${encodeURIComponent(id)}`;
  const { data } = await api.get<{ data: BackupContents }>(`${path}/contents`, { timeout: longest });
  const zip = newZip(new Date(data.readTime));
  await zip.add('contents.json', new Blob([JSON.stringify(data, null, 2)]));
  for (const { id: storageId, settings } of data.storages) {
    const parts: Blob[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const part = await api.file(`${path}/records/${encodeURIComponent(storageId)}`, { query: { after }, timeout: longest });
      parts.push(part.blob);
      after = part.next;
    }
    await zip.add(`${settings.storageKey} ${storageId}/records.ndjson`, new Blob(parts));
  }
  return { blob: zip.close(), name: backupFileName(data) };
}
