import { z } from 'zod';
import { furtherRefusals } from './texts/further-refusals.ts';
import { rendered, translate } from './texts/text.ts';

/** Query parameters `page` and `limit` of a list: whole numbers of at least 1; a limit above the maximum is refused, never cut. */
export function paging(defaultLimit: number, maxLimit: number) {
  return {
    page: wholeNumber('page', 1_000_000).default(1),
    limit: wholeNumber('limit', maxLimit).default(defaultLimit),
  };
}

/** A whole number of at least 1, as a query spells it: `1e2` and ` 5` are none. */
export function wholeNumber(name: string, max: number) {
  const text = { key: 'parameterWhole', values: { name, min: 1, max } } as const;
  const wrong = { error: () => translate?.(text) ?? rendered(furtherRefusals.parameterWhole, text.values) };
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, wrong)
    .transform(Number)
    .refine((n) => n >= 1 && n <= max, wrong);
}
