import { collectionPath } from '../../store/model/collection.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { gone } from '../../store/model/values.ts';
import { update } from '../../store/model/writes.ts';
import type { Migration } from './migration.ts';

const perPage = 200;

/** Removes a top-level field that nothing reads any more. */
export function dropField(collection: string, field: string): Migration {
  return {
    name: `no-${field}-of-${collection}`,
    async page(store, after) {
      const { rows } = await store.query({
        from: collectionPath<Record<string, unknown>>(collection),
        orderBy: [[documentId, 'asc']],
        ...(after === null ? {} : { startAfter: [after] }),
        limit: perPage,
        select: [field],
      });
      const having = rows.filter(({ data }) => data[field] !== undefined);
      await store.bulk(having.map(({ path }) => update(path, { [field]: gone })));
      return { changed: having.length, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}
