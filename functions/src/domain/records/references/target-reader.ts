import type { DocumentPath } from '../../../store/model/collection.ts';
import type { RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { isOwnedBy } from '../model/owner.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { shownFields } from '../model/present.ts';
import { isRecordId, keysOfRecords } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { readsPerRequest, tooBroad } from '../query/budget.ts';

export type Stored = Pick<RecordDocument<Timestamp>, (typeof shownFields)[number]>;

/** A record that a reference names: its key and its document, or why it is not shown. */
export type Target = { readonly key: string; readonly stored: Stored } | { readonly reason: 'missing' | 'trash' | 'notOwn' };

/** The reads of one question among several that are asked at the same time. */
export interface Share {
  reads: number;
}

export interface Wanted {
  readonly ids: readonly string[];
  /** Reads only records of this app user. */
  readonly owner: string | undefined;
  /** Keys of chosen ids, as they are noted beside the references: by storage and id. */
  readonly beside: Readonly<Record<string, string>>;
  /** Whether to find out where a missing record is. */
  readonly looksInTrash: boolean;
  /** Counts what this question reads. */
  readonly share?: Share;
}

interface Question {
  readonly ids: readonly string[];
  readonly share: Share | undefined;
}

/** Reads records that references name, each once in a request, all of one call in one batch. */
export class TargetReader {
  /** Billed reads so far. */
  spent = 0;
  private readonly known = new Map<string, Promise<Stored | null>>();

  constructor(private readonly services: RecordServices) {}

  /** @throws {ApiError} query-too-broad beyond what a request may read */
  spend(reads: number, share?: Share): void {
    this.spent += reads;
    if (share) share.reads += reads;
    if (this.spent > readsPerRequest) throw tooBroad('expand');
  }

  async targets(storage: StorageRow, wanted: Wanted): Promise<Map<string, Target>> {
    const { ids, owner, looksInTrash } = wanted;
    const keys = await this.keysOf(storage.id, wanted);
    const stored = await this.found(storage.id, wanted, keys);
    const absent = looksInTrash ? ids.filter((id, i) => keys.has(id) && !stored[i]) : [];
    const trashed = await this.inTrash(storage.id, { ids: absent, share: wanted.share }, keys);
    const targetOf = (id: string, found: Stored | null | undefined): Target => {
      const key = keys.get(id) ?? '';
      if (!found) return { reason: trashed.has(id) ? 'trash' : 'missing' };
      const isShown = owner === undefined || isOwnedBy(owner, { key, clientId: found.clientId, storage }, found);
      return isShown ? { key, stored: found } : { reason: 'notOwn' };
    };
    return new Map(ids.map((id, i) => [id, targetOf(id, stored[i])]));
  }

  private async keysOf(storageId: string, { ids, beside, share }: Pick<Wanted, 'ids' | 'beside' | 'share'>): Promise<Map<string, string>> {
    const keyOf = (id: string) => (isRecordId(id) ? id : beside[`${storageId}/${id}`]);
    const known = ids.flatMap((id) => [[id, keyOf(id)] as const]).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const chosen = ids.filter((id) => keyOf(id) === undefined);
    this.spend(chosen.length, share);
    const found = await keysOfRecords(this.services, storageId, chosen);
    return new Map([...known, ...chosen.flatMap((id, i) => (found[i] ? [[id, found[i]] as const] : []))]);
  }

  /** A record may have been deleted for good and made again under the same id: then the key beside the reference is an old one. */
  private async found(storageId: string, { ids, beside, share }: Wanted, keys: Map<string, string>): Promise<(Stored | null)[]> {
    const stored = await this.readKeyed(storageId, { ids, share }, keys);
    const outdated = ids.filter((id, i) => !stored[i] && beside[`${storageId}/${id}`] !== undefined);
    if (outdated.length === 0) return stored;
    for (const [id, key] of await this.keysOf(storageId, { ids: outdated, beside: {}, ...(share && { share }) })) keys.set(id, key);
    return this.readKeyed(storageId, { ids, share }, keys);
  }

  private readKeyed(storageId: string, { ids, share }: Question, keys: ReadonlyMap<string, string>): Promise<(Stored | null)[]> {
    return this.read(
      ids.map((id) => recordPath(storageId, keys.get(id) ?? '')),
      { isKnown: (i) => keys.has(ids[i] ?? ''), share },
    );
  }

  private read(
    paths: readonly DocumentPath<Stored>[],
    { isKnown, share }: { isKnown: (i: number) => boolean; share: Share | undefined },
  ): Promise<(Stored | null)[]> {
    const missing = [...new Set(paths.filter((path, i) => isKnown(i) && !this.known.has(path)))];
    this.spend(missing.length, share);
    const batch = this.services.store.getAll(missing, shownFields);
    for (const [i, path] of missing.entries())
      this.known.set(
        path,
        batch.then((rows) => rows[i]?.data ?? null),
      );
    return Promise.all(paths.map((path, i) => (isKnown(i) ? (this.known.get(path) ?? null) : null)));
  }

  private async inTrash(storageId: string, { ids, share }: Question, keys: ReadonlyMap<string, string>): Promise<Set<string>> {
    this.spend(ids.length, share);
    const rows = await this.services.store.getAll(
      ids.map((id) => deletedPath(storageId, keys.get(id) ?? '')),
      ['kind'],
    );
    return new Set(ids.filter((_, i) => rows[i]?.data.kind === 'trash'));
  }
}
