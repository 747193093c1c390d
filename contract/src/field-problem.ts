import type { FieldProblem } from './errors.ts';
import { fieldTexts, type ValueProblem } from './texts/field-texts.ts';
import { rendered } from './texts/text.ts';

/** @returns the problem as an answer tells it: the sentence names the field and, in a list, the place of the element */
export function fieldProblem(name: string, { key, values, at }: ValueProblem): FieldProblem {
  const field = at === undefined ? name : `${name}[${at}]`;
  const all = { ...values, field };
  return { field, message: rendered(fieldTexts[key], all), key, values: all };
}
