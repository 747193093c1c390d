import type { FieldProblem, Values } from '@bedplate/contract';
import { inEnglish, type SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';

/** @param field the place in the rules, as in `grants[0].if[0][1].field` */
export function grantProblem(field: string, key: SentenceKey, values?: Values): FieldProblem {
  return { field, key, ...(values && { values }), message: inEnglish(say(key, values)) };
}
