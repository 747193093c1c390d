import type { z } from 'zod';

type Checked = Pick<z.core.ParsePayload, 'issues'>;

/**
 * The option of a rule between fields of an object. It is told together with what is wrong elsewhere, as soon as the fields that it
 * compares are right themselves; without it, it would be told last.
 */
export function between(...fields: readonly string[]): { when: (checked: Checked) => boolean } {
  return { when: ({ issues }) => !issues.some((issue) => forbids(issue, fields)) };
}

/** A fault of the whole leaves nothing to compare; a name too many leaves everything. */
function forbids({ path = [], code }: z.core.$ZodRawIssue, fields: readonly string[]): boolean {
  return path.length === 0 ? code !== 'unrecognized_keys' : fields.includes(String(path[0]));
}
