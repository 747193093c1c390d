import { type FieldProblem, type FieldTextKey, fieldProblem, type KeptTotal, type StorageSchema, type Values } from '@bedplate/contract';

/** Records are not counted by texts without an end, and not by what is no single value. */
const uncounted: readonly string[] = ['longText', 'list', 'json', 'file', 'password', 'geo'];

/** @returns each thing in the kept totals that cannot be meant, by its place */
export function totalContradictions({ fields, totals = [] }: Pick<StorageSchema, 'fields' | 'totals'>): FieldProblem[] {
  return totals.flatMap(({ by, sum = [] }, i): FieldProblem[] => {
    const at = (key: FieldTextKey, field = '', values: Values = {}) => [{ ...fieldProblem(field, { key, values }), field: `totals.${i}` }];
    const unknown = [...by, ...sum].find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) return at('schemaTotalUnknown', unknown, { field: unknown });
    if (by.length === 0 && sum.length === 0) return at('schemaTotalEmpty');
    const isTwice = totals.findIndex((other) => isSame(other, by)) < i;
    if (isTwice || new Set(by).size < by.length || new Set(sum).size < sum.length) return at('schemaTotalTwice');
    const uncountable = by.find((name) => uncounted.includes(fields[name]?.type ?? ''));
    if (uncountable !== undefined) return at('schemaTotalType', uncountable, { field: uncountable, type: fields[uncountable]?.type ?? '' });
    const inexact = sum.find((name) => !isSummed(fields[name]));
    return inexact === undefined ? [] : at('schemaTotalSum', inexact, { field: inexact });
  });
}

function isSame({ by }: KeptTotal, names: readonly string[]): boolean {
  return [...by].sort().join('\n') === [...names].sort().join('\n');
}

function isSummed(field: StorageSchema['fields'][string] | undefined): boolean {
  return field?.type === 'integer' || (field?.type === 'decimal' && field.scale !== undefined);
}
