import type { Json } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { readFieldText } from '../schema/field-text.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';

/** @returns the values that texts of declared fields spell, and the complaints about the others */
export function readTexts(fields: DeclaredFields, texts: readonly (readonly [name: string, text: string])[]) {
  const values: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  for (const [name, text] of texts) {
    const field = ownValue(fields, name);
    if (!field) continue;
    const read = readFieldText(text, field);
    if ('problem' in read) problems[name] = read.problem;
    else values[name] = read.value;
  }
  return { values, problems };
}
