import { z } from 'zod';

/** Query parameters `page` and `limit` of a list: whole numbers of at least 1; a limit above the maximum is refused, never cut. */
export function paging(defaultLimit: number, maxLimit: number) {
  return {
    page: wholeNumber('page', 1_000_000).default(1),
    limit: wholeNumber('limit', maxLimit).default(defaultLimit),
  };
}

function wholeNumber(name: string, max: number) {
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, `${name} must be a whole number from 1 to ${max}.`)
    .transform(Number)
    .refine((n) => n >= 1 && n <= max, `${name} must be a whole number from 1 to ${max}.`);
}
