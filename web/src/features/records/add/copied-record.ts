import { type DataRecord, isEditableField, type Json, systemFields } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { fileIn } from '../columns/picture-of.ts';
import { fieldText } from '../schema/field-text.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import type { NewField } from './new-fields.ts';

/** The start of a copy of a record. */
export interface Copied {
  /** Texts of the form's fields. */
  readonly texts: Readonly<Record<string, string>>;
  /** Values of fields that the form has not, such as the ids of other records. */
  readonly kept: Readonly<Record<string, Json>>;
}

/** @returns what a copy begins with: not the id and the times, not the files, and nothing that the server computes */
export function copiedRecord(record: DataRecord, known: readonly NewField[], declared: DeclaredFields): Copied {
  const isFile = (name: string) => ownValue(declared, name)?.type === 'file' || fileIn(record, name) !== undefined;
  const isOwn = (name: string) => (systemFields as readonly string[]).includes(name) || isFile(name);
  const values = Object.entries(record).filter(([name, value]) => !isOwn(name) && value !== null && value !== undefined);
  const fieldOf = (name: string) => known.find((field) => field.name === name)?.field;
  return {
    texts: Object.fromEntries(
      values.flatMap(([name, value]) => {
        const field = fieldOf(name);
        return field ? [[name, fieldText(value, field)]] : [];
      }),
    ),
    kept: Object.fromEntries(values.filter(([name]) => !fieldOf(name) && !isEditableField(name) && isSettable(name, declared))) as Record<
      string,
      Json
    >, // a record's values are JSON
  };
}

function isSettable(name: string, declared: DeclaredFields): boolean {
  return name !== 'password' && ownValue(declared, name)?.computed === undefined;
}

/** @returns the values of the form, where a text that was left alone keeps the type that its value had */
export function withCopied(
  values: Readonly<Record<string, Json>>,
  texts: Readonly<Record<string, string>>,
  copy: { record: DataRecord; copied: Copied },
) {
  const same = Object.entries(copy.copied.texts).filter(([name, text]) => text !== '' && texts[name] === text);
  return { ...copy.copied.kept, ...values, ...Object.fromEntries(same.map(([name]) => [name, copy.record[name] as Json])) };
}
