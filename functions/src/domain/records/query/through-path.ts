import type { Catalogue } from '../index/catalogue.ts';

/** @returns the reference field that a path such as `author.name` leads through; undefined for a field of the record itself */
export function referenceIn({ byPath }: Catalogue, path: string): string | undefined {
  const at = path.indexOf('.');
  const field = at < 0 ? undefined : byPath.get(path.slice(0, at));
  const type = field?.declared;
  return type?.type === 'reference' || (type?.type === 'list' && type.of === 'reference') ? field?.path : undefined;
}
