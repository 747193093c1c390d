import type { TenantDocument } from '../../../store/documents/documents.ts';
import { type DocumentPath, documentPath } from '../../../store/model/collection.ts';
import type { DeletedDocument, RecordDocument, StoredFile } from '@bedplate/contract';
import { keptFiles } from '../../../store/collections.ts';
import { keptFileId } from '../model/kept-file-id.ts';
import { deletedPath, recordPath, storagePath } from '../model/paths.ts';
import type { Store } from '../../../store/access.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { FileStore } from '../../../store/file-store.ts';
import type { RecordState } from './in-flight-record.ts';

/** Files that a record has, or has had. */
export interface RecordFiles {
  readonly storageId: string;
  readonly key: string;
  readonly files: readonly Pick<StoredFile, 'path' | 'thumbnails'>[];
  /** Whether its history may keep some of them. */
  readonly hasHistory?: boolean;
}

/** A record as its files see it. */
export interface Holder {
  readonly isLive: boolean;
  readonly files: readonly StoredFile[];
  /** Files that it has let go of and its history keeps. */
  readonly kept: readonly StoredFile[];
}

/** Changes of one record that overtake each other while its files follow; a sweep takes what is wilder. */
const rounds = 5;

/**
 * Brings each file into its record's state: shared while the record and its storage are live, withheld in the trash,
 * in the archive, while the account is suspended and while a history keeps it, removed otherwise. A shared or withheld file is checked again, because of later changes;
 * a removed file is not, because no record uses it again.
 * @param known the records as the caller has just written them; read by default
 */
export async function settleFiles(
  { store, files }: { store: Pick<Store, 'getAll'>; files: FileStore },
  records: readonly RecordFiles[],
  known?: readonly Holder[],
): Promise<void> {
  let open = together(records, known ?? (await holdersOf(store, records)));
  for (let round = 0; open.length > 0; round += 1) {
    if (round === rounds) throw new Error('The records change faster than their files can follow.');
    await Promise.all(open.map((one) => settle(files, one)));
    const shared = open.filter(({ record, holder }) => record.files.some((file) => held(file, holder) ?? keptIn(file, holder)));
    const now = together(
      shared.map(({ record }) => record),
      await holdersOf(
        store,
        shared.map(({ record }) => record),
      ),
    );
    open = now.filter((one, i) => accessOf(one) !== accessOf(shared[i] ?? one));
  }
}

export function holderOf({ live, deleted }: { live: Holding; deleted: Holding }): Holder {
  return { isLive: live !== null, files: Object.values((live ?? deleted)?.files ?? {}), kept: [] };
}

type Holding = Pick<NonNullable<RecordState['live']> | NonNullable<RecordState['deleted']>, 'files'> | null;

interface Followed {
  readonly record: RecordFiles;
  readonly holder: Holder;
}

function together(records: readonly RecordFiles[], holders: readonly Holder[]): Followed[] {
  return records.flatMap((record, i) => {
    const holder = holders[i];
    return holder ? [{ record, holder }] : [];
  });
}

async function settle(files: FileStore, { record, holder }: Followed): Promise<void> {
  await Promise.all(
    record.files.map((file) => {
      const stored = held(file, holder);
      if (stored) return files.share(stored, holder.isLive);
      const kept = keptIn(file, holder);
      return kept ? files.share(kept, false) : files.remove(file);
    }),
  );
}

function held({ path }: Pick<StoredFile, 'path'>, { files }: Holder): StoredFile | undefined {
  return files.find((file) => file.path === path);
}

function keptIn({ path }: Pick<StoredFile, 'path'>, { kept }: Holder): StoredFile | undefined {
  return kept.find((file) => file.path === path);
}

function accessOf({ record, holder }: Followed): string {
  return record.files.map((file) => (held(file, holder) ? holder.isLive : keptIn(file, holder) ? 'kept' : null)).join();
}

type Held = Pick<RecordDocument<Timestamp> | DeletedDocument<Timestamp>, 'files'>;

/** Of a record, of what the trash or a history keeps, of a storage, of an account. */
type Looked = Partial<Held> & { readonly archived?: boolean; readonly active?: boolean };

/** Reads the records, and the files that their histories may keep; those of an archived storage and of a suspended account count as deleted. */
export async function holdersOf(store: Pick<Store, 'getAll'>, records: readonly RecordFiles[]): Promise<Holder[]> {
  if (records.length === 0) return [];
  const storageIds = [...new Set(records.map(({ storageId }) => storageId))];
  const accounts = [...new Set(records.map(accountOf).filter((path) => path !== null))];
  const paths = records.flatMap(({ storageId, key }) => [recordPath(storageId, key), deletedPath(storageId, key)]);
  const historic = records.flatMap(({ storageId, key, files, hasHistory }) =>
    hasHistory ? files.map(({ path }) => ({ record: `${storageId}/${key}`, at: keptFiles(storageId).path(keptFileId(key, path)) })) : [],
  );
  const all: DocumentPath<Looked>[] = [...paths, ...storageIds.map(storagePath), ...accounts, ...historic.map(({ at }) => at)];
  const rows = await store.getAll(all, ['files', 'archived', 'active']);
  const [afterRecords, afterStorages] = [paths.length, paths.length + storageIds.length];
  const keptRows = rows.slice(afterStorages + accounts.length);
  const archived = new Set(storageIds.filter((_, at) => rows[afterRecords + at]?.data.archived === true));
  const suspended = new Set<string | null>(accounts.filter((_, at) => rows[afterStorages + at]?.data.active === false));
  return records.map((one, i) => {
    const { storageId, key } = one;
    const holder = holderOf({ live: rows[2 * i]?.data ?? null, deleted: rows[2 * i + 1]?.data ?? null });
    const kept = historic.flatMap(({ record }, at) =>
      record === `${storageId}/${key}` ? Object.values(keptRows[at]?.data.files ?? {}) : [],
    );
    return { ...holder, kept, ...((archived.has(storageId) || suspended.has(accountOf(one))) && { isLive: false }) };
  });
}

/** The path of the document of the account to which the files belong, with which their own begin. */
function accountOf({ files }: RecordFiles): DocumentPath<TenantDocument> | null {
  const [path] = /^tenants\/[^/]+/.exec(files[0]?.path ?? '') ?? [];
  return path === undefined ? null : documentPath(path);
}
