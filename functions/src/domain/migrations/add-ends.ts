import { collectionPath } from '../../store/model/collection.ts';
import { Timestamp } from '../../store/model/values.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { update } from '../../store/model/writes.ts';
import type { Migration } from './migration.ts';

const perPage = 200;

/** Gives documents from before a time-to-live policy the end that new ones are created with. */
export function addEnds(collection: string, keptMillis: number): Migration {
  return {
    name: `ends-of-${collection}`,
    async page(store, after) {
      const { rows } = await store.query({
        from: collectionPath<{ createdAt?: Timestamp; expiresAt?: Timestamp }>(collection),
        orderBy: [[documentId, 'asc']],
        ...(after === null ? {} : { startAfter: [after] }),
        limit: perPage,
        select: ['createdAt', 'expiresAt'],
      });
      const endless = rows.flatMap(({ path, data: { createdAt, expiresAt } }) => (createdAt && !expiresAt ? [{ path, createdAt }] : []));
      await store.bulk(
        endless.map(({ path, createdAt }) => update(path, { expiresAt: Timestamp.fromMillis(createdAt.toMillis() + keptMillis) })),
      );
      return { changed: endless.length, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}
