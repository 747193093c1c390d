import { type Catalogue, catalogueOf } from '../index/catalogue.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Reader } from './budget.ts';
import { indexedPart } from './conditions.ts';
import type { ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { isMatchOf } from './match.ts';
import { type Order, orderOf } from './order.ts';
import type { Planning } from './planning.ts';
import { placeOrder } from './place-order.ts';
import { partsOf, wordsOf } from './searched-words.ts';
import { rankOrder } from './rank-order.ts';
import { rangesOf } from './range.ts';
import { readFilters } from './read-filters.ts';
import { storageTotal } from './storage-total.ts';

/** @returns what a plan is made from; null when nothing can match */
export function planningOf(
  services: RecordServices,
  storage: StorageRow,
  { reader, query }: { readonly reader: Reader; readonly query: ListQuery },
): Planning | null {
  const catalogue = catalogueOf(storage.data);
  const filters = readFilters(catalogue, query);
  const indexed = indexedPart(catalogue, filters, searchesOf(query));
  const ranges = rangesOf(catalogue, filters);
  if (indexed.impossible || ranges === 'empty' || (query.createdFrom ?? 0) > (query.createdTo ?? Number.POSITIVE_INFINITY)) return null;
  let size: Promise<number> | undefined;
  return {
    reader,
    storage,
    catalogue,
    query,
    filters,
    order: orderIn(catalogue, query, filters),
    indexed,
    ranges,
    matches: isMatchOf(query, filters),
    isTimed: query.createdFrom !== undefined || query.createdTo !== undefined,
    size: () => (size ??= sizeOf(services, storage, reader)),
  };
}

function orderIn(catalogue: Catalogue, query: ListQuery, filters: readonly ReadFilter[]): Order {
  const near = query.byDistance && filters.find(({ operator }) => operator === 'near');
  if (near) return placeOrder(near, query);
  return query.rank ? rankOrder(query.rank, query) : orderOf(catalogue, query);
}

/** Live records, counted once for the requests of some seconds when it is not cheap. */
async function sizeOf({ store, now }: RecordServices, storage: StorageRow, reader: Reader): Promise<number> {
  const { total } = await store.memory.totals.get(storage.id, 'all', async () => {
    const before = reader.spent;
    const counted = await storageTotal(reader, storage, now());
    return { total: counted, totalIsExact: true, reads: reader.spent - before };
  });
  return total;
}

/** @returns groups of texts; each record of the list has one text of each group */
function searchesOf({ search, rank }: ListQuery): readonly (readonly string[])[] {
  if (search === undefined) return [];
  return rank ? wordsOf(search).map(partsOf) : [[search]];
}
