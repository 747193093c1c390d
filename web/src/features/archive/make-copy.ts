import type { CopiedProject, CopiedStorage, CopyContents } from '@bedplate/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { newZip } from '../../lib/zip.ts';

/** The thing that is copied: one storage, the storages of a project, or the whole account. */
export type Wanted = { storageId: string } | { projectId: string } | Record<string, never>;

/** Milliseconds for one part. */
const longest = 60_000;

/** Fetches everything in parts and puts it into one ZIP file, so that no call lasts long however much there is. */
export async function makeCopy(wanted: Wanted): Promise<{ blob: Blob; name: string }> {
  const { data } = await api.get<{ data: CopyContents }>('/copy', { query: wanted, timeout: longest });
  const zip = newZip(new Date(data.madeAt));
  await zip.add('contents.json', new Blob([JSON.stringify(data, null, 2)]));
  for (const project of data.projects)
    for (const storage of project.storages) {
      const folder = folderOf(project, storage);
      await zip.add(`${folder}/records.ndjson`, await inParts(`/copy/${storage.id}/records`, 'after'));
      for await (const path of filesOf(storage.id)) {
        const content = await inParts(`/copy/${storage.id}/file`, 'from', { path }).catch(noneIfGone);
        if (content) await zip.add(`${folder}/files/${inFolder(path)}`, content);
      }
    }
  return { blob: zip.close(), name: `${plain(data.name)}.zip` };
}

/** @param next names the parameter with the place of the next part */
async function inParts(path: string, next: 'after' | 'from', query: Record<string, string> = {}): Promise<Blob> {
  const parts: Blob[] = [];
  for (let from: string | null = ''; from !== null; ) {
    const part = await api.file(path, { query: { ...query, [next]: from }, timeout: longest });
    parts.push(part.blob);
    from = part.next;
  }
  return new Blob(parts);
}

async function* filesOf(storageId: string): AsyncGenerator<string> {
  for (let from: string | null = ''; from !== null; ) {
    const page: { data: string[]; next: string | null } = await api.get(`/copy/${storageId}/files`, { query: { from }, timeout: longest });
    yield* page.data;
    from = page.next;
  }
}

/** A file that was deleted since it was listed is no part of the copy. */
function noneIfGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not-found') return null;
  throw error;
}

/** Names for people, ids because names may be alike. */
function folderOf(project: CopiedProject, storage: CopiedStorage): string {
  return `${plain(project.name)} ${project.id}/${plain(storage.storageKey)} ${storage.id}`;
}

function inFolder(path: string): string {
  return path.split('/').map(plain).join('/');
}

/** A name that every file system takes. */
function plain(name: string): string {
  return name.replace(/[/\\:*?"<>|\p{Cc}]+/gu, '_').trim();
}
