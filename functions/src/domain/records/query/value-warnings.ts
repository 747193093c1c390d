import { exactNumberOf, numberOf, type QueryWarning, quotedLiteral } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { isSettled } from '../index/field-forms.ts';
import { recordsPath } from '../model/paths.ts';
import { askedFilters } from './bound-query.ts';
import { foreignValues } from './foreign-values.ts';
import type { ListQuery } from './list-query.ts';
import { oddLiterals } from './odd-literals.ts';
import { orderlessFields } from './without-order.ts';

/** Tells how values were compared, where this may surprise. */
export function valueWarnings(catalogue: Catalogue, query: ListQuery): QueryWarning[] {
  return [
    ...boundsAsTexts(catalogue, query),
    ...oddLiterals(query),
    ...foreignValues(catalogue, query),
    ...orderlessFields(catalogue, query),
    ...changingFields(catalogue, query),
  ];
}

/** Tells of `price<5.0`: as it is spelt it is no number, so that it bounds texts. */
function boundsAsTexts({ byPath }: Catalogue, query: ListQuery): QueryWarning[] {
  return askedFilters(query).flatMap(({ path, operator, literals: [literal] }) => {
    const field = byPath.get(path);
    if (!literal || literal.quoted || !/[<>]/.test(operator) || !field || field.declared) return [];
    const { text } = literal;
    const number = numberOf(text);
    if (number === undefined || exactNumberOf(text) !== undefined) return [];
    const shown = path.slice(0, 80);
    const quoted = quotedLiteral(text.slice(0, 80));
    const message =
      `${shown}${operator}${text.slice(0, 80)} compares with a text: ${number} is spelt ${String(number)}. ` +
      `Write ${shown}${operator}${number} for numbers, ${shown}${operator}${quoted} for texts, or give the field a type.`;
    return [{ field: shown, message }];
  });
}

function changingFields(catalogue: Catalogue, query: ListQuery): QueryWarning[] {
  const { sort, thenBy = [], named = [] } = query;
  if (!catalogue.isChanging) return [];
  const paths = new Set([
    ...[sort, ...thenBy].map(({ path }) => path),
    ...askedFilters(query).map(({ path }) => path),
    ...named.map(({ path }) => path),
  ]);
  return [...paths].flatMap((path) => {
    const field = catalogue.byPath.get(path);
    if (field?.declaredBefore === undefined) return [];
    const shown = path.slice(0, 80);
    return [
      { field: shown, message: `${shown} has got another type: records that are not converted yet may be missing, or in another place.` },
    ];
  });
}

/**
 * Warns that a list follows an index in which texts of the first form are among numbers and booleans. One billed read where the
 * catalogue does not tell of such values.
 */
export async function orderWarnings(
  store: Store,
  { storageId, catalogue, query: { sort } }: { storageId: string; catalogue: Catalogue; query: ListQuery },
): Promise<QueryWarning[]> {
  const field = catalogue.byPath.get(sort.path);
  if (!field || field.declaredBefore !== undefined || isSettled(catalogue, field)) return [];
  const hasOthers = field.types.includes('number') || field.types.includes('boolean');
  if (!hasOthers && !(await hasHiddenTexts(store, storageId, field))) return [];
  return [{ field: 'sortBy', message: `sortBy: ${firstFormRemark}` }];
}

export const firstFormRemark =
  'records of an earlier version are still being re-indexed. Until then texts that read as a number, true or false count as these.';

async function hasHiddenTexts(store: Store, storageId: string, { code }: CatalogueField): Promise<boolean> {
  const { rows } = await store.query({
    from: recordsPath(storageId),
    orderBy: [
      [`idx.${code}`, 'asc'],
      [documentId, 'asc'],
    ],
    startAt: [false],
    endBefore: [''],
    limit: 1,
    select: [],
  });
  return rows.length > 0;
}
