import { z } from 'zod';

/** A record's fields as they came: zod's copy of an object loses `__proto__`, which is refused by its name in every write. */
export const GivenFields = z.unknown().superRefine((value, { addIssue }) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    addIssue({ code: 'invalid_type', expected: 'object', input: value });
});
