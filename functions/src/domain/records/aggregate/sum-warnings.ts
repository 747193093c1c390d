import type { QueryWarning } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { kindWords } from '../query/foreign-values.ts';
import type { Operation } from './aggregate-query.ts';

const numeric: ReadonlySet<string> = new Set(['number', 'integer', 'decimal']);

/** Sums and averages are over numbers alone, and 0 looks like a result: tells of fields that hold something else. */
export function sumWarnings({ byPath }: Catalogue, operations: readonly Operation[]): QueryWarning[] {
  return operations.flatMap((operation) => {
    if (operation.op !== 'sum' && operation.op !== 'avg') return [];
    const field = byPath.get(operation.path);
    if (!field || numeric.has(field.declared?.type ?? '')) return [];
    const others = field.types.filter((type) => type !== 'null' && type !== 'number');
    if (others.length === 0) return [];
    const [asked, kinds] = [`${operation.op}:${operation.path.slice(0, 80)}`, others.map((type) => kindWords[type]).join(' and ')];
    const message = say(field.types.includes('number') ? 'numbersAlone' : 'numbersNone', { asked, kinds });
    return [{ field: 'op', message: inEnglish(message) }];
  });
}
