import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredFile } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { FileStore } from '../../store/file-store.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { stateOf } from '../records/history/record-state.ts';
import { keptOf } from '../records/model/kept-files.ts';
import { keyOfRecord } from '../records/model/record-ids.ts';

const partBytes = 1024 * 1024;

interface HistoryFilePath {
  readonly projectId: string;
  readonly storageId: string;
  readonly itemId: string;
}

/**
 * A file that a record has, or that its history or the trash keeps, which no address opens. One read for the record and one for each kept file.
 * @param path as its history names it @throws {ApiError} not-found also for a file of another record, and for one that is gone
 */
export async function historyFile(
  services: Services,
  { caller, at, path }: { caller: Caller; at: HistoryFilePath; path: string },
): Promise<Pick<StoredFile, 'name' | 'size'> & { writeTo: (out: Writable) => Promise<void> }> {
  const storage = await findStorage(services, { caller, projectId: at.projectId, storageId: at.storageId });
  const key = await keyOfRecord(services.records, storage.id, at.itemId);
  const { live, deleted } = await stateOf(services.records, storage, key);
  const held = Object.values((live ?? deleted)?.files ?? {});
  const isIt = (file: StoredFile) => file.path === path;
  const stored = held.find(isIt) ?? (await keptOf(services.store, storage.id, key)).find(isIt);
  const { files } = services.records;
  const whole = stored && (await files.part(path, 0, 1));
  if (!stored || !whole) throw notFound('File');
  return { name: stored.name, size: whole.size, writeTo: (out) => pipeline(Readable.from(partsOf(files, path, whole.size)), out) };
}

async function* partsOf(files: Pick<FileStore, 'part'>, path: string, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += partBytes) {
    const part = await files.part(path, from, partBytes);
    if (!part || part.content.length === 0) throw new Error('a file went while it was read');
    yield part.content;
  }
}
