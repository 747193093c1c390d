import { decodeFields, type Json, type RecordDocument, type StorageSchema } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { idsIn, referredStorage } from '../references/reference-fields.ts';
import { TargetReader } from '../references/target-reader.ts';

/** A reader has a limit for one request; a list may name many records. */
const idsAtOnce = 400;

export interface ReferenceFault {
  readonly field: string;
  readonly id: string;
  readonly value: Json;
}

/** Finds stored references that lead to no record, or to one in the trash. Each record that is named is read once. */
export class ReferenceFaults {
  private readonly references: { field: string; storageId: string }[];
  private readonly storages = new Map<string, Promise<StorageRow | null>>();
  /** By storage and id. */
  private readonly isThere = new Map<string, boolean>();

  constructor(
    private readonly services: RecordServices,
    private readonly projectId: string,
    { fields }: StorageSchema,
  ) {
    this.references = Object.entries(fields).flatMap(([field, declared]) => {
      const storageId = referredStorage(declared);
      return storageId === undefined ? [] : [{ field, storageId }];
    });
  }

  async of(rows: readonly Row<RecordDocument<Timestamp>>[]): Promise<ReferenceFault[]> {
    const faults: ReferenceFault[] = [];
    const stored = rows.map(({ id, data }) => ({ id: data.clientId ?? id, fields: decodeFields(data.data), refs: data.refs ?? {} }));
    const beside = Object.assign({}, ...stored.map(({ refs }) => refs)) as Record<string, string>; // all of them are such
    for (const { field, storageId } of this.references) {
      await this.look(
        storageId,
        stored.flatMap(({ fields }) => idsIn(fields[field])),
        beside,
      );
      for (const { id, fields } of stored) {
        const leadsNowhere = idsIn(fields[field]).some((named) => !this.isThere.get(`${storageId}/${named}`));
        if (leadsNowhere) faults.push({ field, id, value: fields[field] ?? null });
      }
    }
    return faults;
  }

  private async look(storageId: string, ids: readonly string[], beside: Readonly<Record<string, string>>): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.isThere.has(`${storageId}/${id}`));
    const storage = await this.storage(storageId);
    if (!storage) return;
    for (let i = 0; i < unknown.length; i += idsAtOnce) {
      const some = unknown.slice(i, i + idsAtOnce);
      const reader = new TargetReader(this.services);
      const targets = await reader.targets(storage, { ids: some, owner: undefined, beside, looksInTrash: false });
      for (const [id, target] of targets) this.isThere.set(`${storageId}/${id}`, 'stored' in target);
    }
  }

  /** Records of an archived storage, or of another project, are not there. */
  private storage(id: string): Promise<StorageRow | null> {
    const known = this.storages.get(id) ?? this.readStorage(id);
    this.storages.set(id, known);
    return known;
  }

  private async readStorage(id: string): Promise<StorageRow | null> {
    const row = await this.services.store.storages.get(id);
    return row?.data.projectId === this.projectId && row.data.archivedAt === null ? row : null;
  }
}
