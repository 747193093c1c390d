import type { QueryWarning } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import type { ListQuery } from './list-query.ts';

/** Tells of `sortBy=tags`: lists, objects and places have no order, so that records stand as without it. */
export function orderlessFields({ byPath }: Catalogue, { sort, thenBy = [], byDistance }: ListQuery): QueryWarning[] {
  if (byDistance) return [];
  return [sort, ...thenBy].flatMap(({ path }) => {
    const field = byPath.get(path);
    if (!field || !isOrderless(field)) return [];
    const key = field.declared?.type === 'geo' ? 'placesUnordered' : 'valuesUnordered';
    return [{ field: 'sortBy', message: inEnglish(say(key, { path: path.slice(0, 80) })) }];
  });
}

function isOrderless({ types, declared }: CatalogueField): boolean {
  const held = types.filter((type) => type !== 'null');
  return declared?.type === 'geo' || (held.length > 0 && held.every((type) => type === 'array' || type === 'object'));
}
