import { isDeepStrictEqual } from 'node:util';
import { decodeFields, type DeletedDocument, type Json, type RestoreMode, type StoredFile } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { isoTime } from '../model/present.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { microsOf, type RecordLine } from '../snapshots/record-line.ts';
import type { RecordBody } from '../write/record-changes.ts';

/** A record of a backup beside what its storage has under its key. */
interface Restoring {
  readonly line: RecordLine;
  readonly live: RecordBody | null;
  readonly deleted: DeletedDocument<Timestamp> | null;
  /** Files that its history keeps. */
  readonly kept?: readonly StoredFile[];
}

interface RestorePlan {
  /** To be made in one commit; none where nothing differs. */
  readonly writes: RecordWrite[];
  /** Whether a file of the backup is not there any more: its field stays as it is. */
  readonly lacksFile: boolean;
}

/** Plans how a record becomes what it was: the rules of today's input and schema do not look at it again. */
export function planRestore(storage: StorageRow, { line, live, deleted, kept = [] }: Restoring, mode: RestoreMode): RestorePlan {
  if ((live && mode === 'missing') || deleted?.erased) return { writes: [], lacksFile: false };
  const held = live ?? (deleted?.kind === 'trash' ? deleted : null);
  const present = decodeFields(held?.data ?? {});
  const missing = Object.entries(line.files ?? {}).filter(([field, { path }]) => held?.files?.[field]?.path !== path);
  const takenUp = missing.flatMap(([field, { path }]) => {
    const stored = kept.find((file) => file.path === path);
    return stored ? [{ field, stored }] : [];
  });
  const lost = missing.flatMap(([field]) => (takenUp.some((file) => file.field === field) ? [] : [field]));
  const wanted: Record<string, Json> = { ...line.fields };
  for (const field of lost) {
    if (Object.hasOwn(present, field)) wanted[field] = present[field] ?? null;
    else delete wanted[field];
  }
  const takenUpPart = takenUp.length > 0 ? { takenUp } : {};
  return { writes: held ? changed() : [created()], lacksFile: lost.length > 0 };

  function created(): RecordWrite {
    const made = { id: line.key, ...microsOf(line.createdAt) };
    return { op: 'create', ...common(), input: { fields: wanted, password: undefined }, made, keptId: line.id ?? line.key, ...takenUpPart };
  }

  function changed(): RecordWrite[] {
    const restore: RecordWrite[] = live ? [] : [{ op: 'restore', ...common(), id: line.key }];
    const gone = Object.keys(present).filter((name) => !Object.hasOwn(wanted, name));
    const fields = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => !Object.hasOwn(present, name) || !isDeepStrictEqual(present[name], value)),
    );
    if (gone.length === 0 && Object.keys(fields).length === 0) return restore;
    const operations = new Map(gone.map((name) => [name, { operator: '$unset' as const, operand: true }]));
    const unchanged = live ? { ifUpdatedAt: isoTime(live.updatedAt) } : {};
    const input = { fields, operations, password: undefined };
    return [...restore, { op: 'update', ...common(), ...unchanged, id: line.key, input, ...takenUpPart }];
  }

  function common() {
    return { storage, where: '', bySchema: true, fromBackup: true };
  }
}
