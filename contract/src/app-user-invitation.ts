import { z } from 'zod';
import { Email } from './account.ts';
import { problem } from './texts/rules.ts';
import type { Json } from './values/json.ts';

const JsonValue: z.ZodType<Json> = z.json() as z.ZodType<Json>; // zod's own type of JSON is the same, spelt otherwise

/** A new invitation, mailed to the address. */
export const AppUserInvitationInput = z.object({
  email: Email,
  fields: z
    .record(z.string().min(1).max(200), JsonValue)
    .default({})
    .refine((fields) => !['username', 'email', 'password'].some((name) => Object.hasOwn(fields, name)), problem('invitationFields'))
    .refine((fields) => JSON.stringify(fields).length <= 10_000, problem('invitationFieldsLong')),
  validDays: z.int().min(1).max(30).default(7),
});
