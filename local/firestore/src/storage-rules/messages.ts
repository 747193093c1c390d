import { z } from 'zod';
import { ExpressionValue } from './expression-value.ts';

const method = z.enum(['get', 'list', 'create', 'update', 'delete', 'read', 'write']);

export const LoadRuleset = z.object({
  id: z.number().int(),
  action: z.literal('load_ruleset'),
  context: z.object({
    rulesetName: z.string(),
    source: z.object({ files: z.array(z.object({ name: z.string(), content: z.string() })).min(1) }),
  }),
});

export const Verify = z.object({
  id: z.number().int(),
  action: z.literal('verify'),
  context: z.object({
    rulesetName: z.string(),
    path: z.string(),
    method,
    variables: z.object({ resource: ExpressionValue.optional(), request: ExpressionValue.optional() }),
  }),
});

/** The answer to our own request for a document. It has no action, and the id that we chose. */
export const FetchedDocument = z.object({ id: z.number().int(), status: z.string(), result: z.unknown().optional() });

export const Identified = z.object({ id: z.number().int(), action: z.string().optional() });

export type LoadRuleset = z.infer<typeof LoadRuleset>;
export type Verify = z.infer<typeof Verify>;
export type VerifyMethod = z.infer<typeof method>;

/** firebase-tools waits for ever unless the status is "ok" and both lists are there. */
export interface Answer {
  readonly id: number;
  readonly status: 'ok';
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly result?: { readonly rulesVersion: 1 | 2 } | { readonly permit: boolean };
}

export function answer(id: number, rest: Partial<Answer> = {}): Answer {
  return { id, status: 'ok', errors: [], warnings: [], ...rest };
}
