import { z } from 'zod';

/**
 * A change of something that several people may have open. With `changed`, the fields that the caller has changed, the others keep what
 * they have now, which somebody else may have saved since the caller saw them; without it all fields are set.
 */
export function withChanged<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  return fields.extend({ changed: z.array(fields.keyof()).max(20).optional() });
}
