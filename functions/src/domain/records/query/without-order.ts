import type { QueryWarning } from '@bedplate/contract';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import type { ListQuery } from './list-query.ts';

/** Tells of `sortBy=tags`: lists, objects and places have no order, so that records stand as without it. */
export function orderlessFields({ byPath }: Catalogue, { sort, thenBy = [], byDistance }: ListQuery): QueryWarning[] {
  if (byDistance) return [];
  return [sort, ...thenBy].flatMap(({ path }) => {
    const field = byPath.get(path);
    if (!field || !isOrderless(field)) return [];
    const way = field.declared?.type === 'geo' ? ' near=52.52,13.405,5km finds the nearest first.' : '';
    return [{ field: 'sortBy', message: `sortBy: what records have in ${path.slice(0, 80)} has no order.${way}` }];
  });
}

function isOrderless({ types, declared }: CatalogueField): boolean {
  const held = types.filter((type) => type !== 'null');
  return declared?.type === 'geo' || (held.length > 0 && held.every((type) => type === 'array' || type === 'object'));
}
