import type { AnyFields, ListAnswer, ListQuery, Stored, StorageResource } from '@bedplate/client';

/** A storage whose types no longer matter. */
export type AnyStorage = Pick<StorageResource<AnyFields>, 'id' | 'list' | 'get'>;
export type AnyRecord = Stored<AnyFields>;

/** The content of a hook: a list of a storage, or one record. */
export type Source =
  | { kind: 'list'; storage: AnyStorage; query: ListQuery<AnyFields> }
  | { kind: 'record'; storage: AnyStorage; id: string; expand: ListQuery<AnyFields>['expand'] };

export type Listed = Pick<ListAnswer<AnyFields>, 'data' | 'pagination'>;
/** A list, a record, or null for a record that is not there. */
export type Value = Listed | AnyRecord | null;

/** Equal for hooks that ask for the same. */
export function keyOf(source: Source): string {
  return source.kind === 'list'
    ? JSON.stringify([source.storage.id, 'list', source.query])
    : JSON.stringify([source.storage.id, 'record', source.id, source.expand]);
}

/** @param key of `keyOf` */
export function storageIdOf(key: string): string {
  const [storageId] = JSON.parse(key) as [string];
  return storageId;
}

export async function read(source: Source): Promise<Value> {
  if (source.kind === 'list') {
    const { data, pagination } = await source.storage.list(source.query);
    return { data, pagination };
  }
  const { storage, id, expand } = source;
  try {
    return await storage.get(id, expand === undefined ? {} : { expand });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not-found';
}

/** @returns whether a list has all records, newest first, from the first: then its next state follows from a change alone */
export function isPlain(query: ListQuery<AnyFields>): boolean {
  const narrowing = Object.entries(query).filter(([name, value]) => name !== 'limit' && value !== undefined && value !== null);
  return narrowing.every(([name, value]) => name === 'page' && value === 1);
}
