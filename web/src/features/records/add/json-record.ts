import type { Json } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import '../../../texts/add-record.ts';
import { fieldText, readFieldText } from '../schema/field-text.ts';
import type { NewField } from './new-fields.ts';
import { type ExtraField, nameProblem, newExtra, readNewRecord, type Typed } from './read-new-record.ts';

type Values = Readonly<Record<string, Json>>;

/** The input that has the record as JSON; no other is called so, see `inputOf`. */
export const jsonInput = 'json';

/** @returns what was typed in the form, as JSON; complaints where a text would be lost. What is still missing is none. */
export function jsonOf({ known, texts, extras }: Typed): { json: string } | { problems: Readonly<Record<string, string>> } {
  const { values, problems } = readNewRecord({
    known: known.map((one) => ({ ...one, field: { ...one.field, required: false } })),
    texts,
    extras: extras.filter(({ name, text }) => name !== '' || text !== ''),
  });
  if (Object.keys(problems).length > 0) return { problems };
  return { json: Object.keys(values).length > 0 ? JSON.stringify(values, null, 2) : '{\n  \n}' };
}

/** @returns the fields of a record that was typed as JSON, or why it is none */
export function readJsonRecord(json: string): { values: Values } | { problem: string } {
  const read = readFieldText(json, { type: 'json' });
  if ('problem' in read) return read;
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: t('add.notObject') };
  for (const name of Object.keys(value)) {
    const problem = nameProblem(name, []);
    if (problem) return { problem: t('add.ofField', { field: name, problem }) };
  }
  return { values: value };
}

/** @returns the same record in the form: texts of the fields that it has, and fields with names of one's own for the others */
export function formOf(values: Values, known: readonly NewField[]): Pick<Typed, 'texts' | 'extras'> {
  const filled = Object.entries(values).filter(([, value]) => value !== null);
  const fieldOf = (name: string) => known.find((one) => one.name === name)?.field;
  const texts = Object.fromEntries(
    filled.flatMap(([name, value]) => {
      const field = fieldOf(name);
      return field ? [[name, fieldText(value, field)]] : [];
    }),
  );
  let extras: readonly ExtraField[] = [];
  for (const [name, value] of filled) {
    const type = typeOf(value);
    if (!fieldOf(name)) extras = [...extras, { ...newExtra(extras), name, type, text: fieldText(value, { type }) }];
  }
  return { texts, extras };
}

function typeOf(value: Json): ExtraField['type'] {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number' | 'boolean') : 'json'; // the operator's own names
}
