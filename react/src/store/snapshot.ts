import type { ListQuery, StorageResource } from '@bedplate/client';
import { type AnyStorage, keyOf, read, type Source } from './source.ts';

/** Lists and records that were read on a server, as JSON can carry them to the page. */
export interface Snapshot {
  /** A minute before it was read: clocks differ, and a change that arrives twice changes nothing. */
  at: string;
  values: Record<string, unknown>;
}

type Read = readonly [storage: Pick<StorageResource<never>, 'id'>, asked?: string | object];

/**
 * Reads on the server what the page shows first. Hooks that ask for the same have it at once, also while the server renders, and go on
 * live from there.
 * @example const snapshot = await takeSnapshot([[orders, { where: { status: 'open' } }], [orders, 'order-17']]);
 * @param reads storages, each with the query of a list or the id of a record
 * @throws {BedplateError} the server's refusal
 */
export async function takeSnapshot(reads: readonly Read[]): Promise<Snapshot> {
  const at = new Date(Date.now() - 60_000).toISOString();
  const values = await Promise.all(
    reads.map(async ([storage, asked]) => {
      const source = sourceOf(storage as unknown as AnyStorage, asked); // its types no longer matter
      return [keyOf(source), (await read(source)) as unknown] as const;
    }),
  );
  return { at, values: Object.fromEntries(values) };
}

function sourceOf(storage: AnyStorage, asked: string | object = {}): Source {
  return typeof asked === 'string'
    ? { kind: 'record', storage, id: asked, expand: undefined }
    : { kind: 'list', storage, query: asked as ListQuery<never> };
}
