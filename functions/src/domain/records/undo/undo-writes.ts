import type { Json } from '@bedplate/contract';
import type { RecordState } from '../history/record-state.ts';
import { isoTime } from '../model/present.ts';
import type { UpdateInput } from '../model/record-input.ts';
import type { Following, RecordWrite, Undoes } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { UndoPlan } from './plan-undo.ts';

interface Planned {
  readonly plan: UndoPlan;
  readonly state: RecordState;
  readonly following: Following;
}

/**
 * The writes of one record's undo, for one commit. Values are written as they were stored: the schema of today and the rules of its input
 * do not look at them again, and records that they refer to may come back later.
 */
export function undoWrites(storage: StorageRow, key: string, { plan, state, following }: Planned): RecordWrite[] {
  const common = { storage, id: key, where: '', bySchema: true, fromBackup: true, undoes: undoesIn(plan) };
  const unchanged = state.live ? { ifUpdatedAt: isoTime(state.live.updatedAt) } : {};
  const update = changes(plan).map((input): RecordWrite => ({ ...common, ...unchanged, op: 'update', input, ...takenUpPart(plan) }));
  switch (plan.existence) {
    case 'stays':
      return state.live ? update : [];
    case 'restore':
      return [{ ...common, op: 'restore', following }, ...update];
    case 'remove': // after an update of the same commit the record is no more the one that was read
      return [...update, { ...common, ...(update.length > 0 ? {} : unchanged), op: 'delete', permanent: false, toTrash: true, following }];
    case 'revive':
      return madeAgain(storage, key, { plan, state, following });
    case 'bury':
      return [...madeAgain(storage, key, { plan, state, following }), { ...common, op: 'delete', permanent: false, toTrash: true }];
  }
}

function undoesIn({ fields, since }: UndoPlan): Undoes {
  const told = Object.entries(since.fields).filter(([name]) => Object.hasOwn(fields, name)); // a field may have been refused
  return { ...since, fields: Object.fromEntries(told) };
}

function changes({ fields }: UndoPlan): UpdateInput[] {
  const names = Object.keys(fields);
  if (names.length === 0) return [];
  const gone = names.filter((name) => fields[name] === undefined);
  const set = Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] ?? null]])));
  return [{ fields: set, operations: new Map(gone.map((name) => [name, { operator: '$unset', operand: true }])), password: undefined }];
}

/** Under its old key, and so at its old place. */
function madeAgain(storage: StorageRow, key: string, { plan, state, following }: Planned): RecordWrite[] {
  const { createdAt, clientId } = state.deleted ?? {};
  if (!createdAt) return [];
  const fields = givenFields(plan);
  const made = { id: key, millis: createdAt.toMillis(), micros: Math.floor((createdAt.nanoseconds % 1_000_000) / 1000) };
  const as = { storage, where: '', bySchema: true, fromBackup: true, undoes: undoesIn(plan) };
  return [
    {
      ...as,
      op: 'create',
      input: { fields, password: undefined },
      made,
      keptId: clientId ?? key,
      following,
      ...clearedPart(plan),
      ...takenUpPart(plan),
    },
  ];
}

/** @returns the fields of a record that is made again */
function givenFields({ fields }: UndoPlan): Record<string, Json> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function clearedPart({ cleared = [] }: UndoPlan) {
  return cleared.length > 0 ? { cleared } : {};
}

function takenUpPart({ files }: UndoPlan) {
  return files.length > 0 ? { takenUp: files } : {};
}
