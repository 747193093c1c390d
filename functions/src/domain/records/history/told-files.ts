import type { HistoryFile, Json, StoredFile } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { keptOf } from '../model/kept-files.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Entry } from './entries.ts';
import type { RecordState } from './record-state.ts';

interface Told {
  readonly key: string;
  readonly state: RecordState;
  readonly entries: readonly Entry[];
}

/**
 * Tells the file behind a value of the history, which is the address that it had. A read for each file that the record has let go of, where
 * an entry names one.
 * @returns undefined for a value that is no file of this record
 */
export async function toldFiles(
  services: RecordServices,
  storage: StorageRow,
  told: Told,
): Promise<(value: Json | undefined) => HistoryFile | undefined> {
  const { files } = services;
  const byAddress = new Map<string, HistoryFile>();
  for (const { state, stored } of await filesOf(services, storage, told)) {
    const { name, size, type, path, token } = stored;
    byAddress.set(files.url(path, token), { name, size, type, path, state });
  }
  return (value) => {
    if (typeof value !== 'string') return undefined;
    return byAddress.get(value) ?? goneFile(files, value, `${storage.id}/${told.key}`);
  };
}

interface HeldFile {
  readonly state: HistoryFile['state'];
  readonly stored: StoredFile;
}

/** Files of the record, and those that its history keeps. */
export async function filesOf(services: RecordServices, storage: StorageRow, { key, state, entries }: Told): Promise<HeldFile[]> {
  const { live, deleted } = state;
  const held = Object.values((live ?? deleted)?.files ?? {});
  const isOpen = live !== null && !storage.data.archived;
  const kept = entries.some(({ files }) => files && files.length > 0) ? await keptOf(services.store, storage.id, key) : [];
  return [
    ...held.map((stored) => ({ state: isOpen ? 'open' : 'kept', stored }) as const),
    ...kept.map((stored) => ({ state: 'kept', stored }) as const),
  ];
}

/** Only the address is known of a file that is not kept any more. @param place the part of paths that all files of the record have */
function goneFile(files: RecordServices['files'], address: string, place: string): HistoryFile | undefined {
  const [, token = ''] = /token=([\w-]+)$/.exec(address) ?? [];
  const [path] = new RegExp(`tenants/[^/]+/[^/]+/${place}/[\\w-]+`).exec(decoded(address)) ?? [];
  const isFile = path !== undefined && files.url(path, token) === address;
  return isFile ? { name: null, size: null, type: null, path, state: 'gone' } : undefined;
}

/** Anybody may have stored a text that only looks like an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
