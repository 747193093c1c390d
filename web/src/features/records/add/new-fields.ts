import { isEditableField, type SchemaField } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { type CellKind, type FieldSigns, kindOf } from '../edit/cell-kind.ts';

/** A field of a new record. */
export interface NewField {
  readonly name: string;
  readonly field: SchemaField;
  /** Whether the storage's schema has it; another one is guessed from the records in sight. */
  readonly isDeclared: boolean;
  /** The types of its values, of a field that nobody has declared and that has several. */
  readonly several?: FieldSigns['learned'];
}

const types: Record<CellKind, SchemaField['type']> = { text: 'text', number: 'number', boolean: 'boolean', json: 'json' };

/** Sign-ups of app users need these. */
const ofUsers: DeclaredFields = {
  username: { type: 'text', required: true },
  email: { type: 'email' },
  password: { type: 'password', required: true },
};

/**
 * @returns what a new record may hold: the declared fields in their order, without those that only the server sets,
 * then the fields that other records have
 */
export function newFields(
  { columns, kinds = {}, data, storageKey }: Pick<RecordPage, 'columns' | 'kinds' | 'data' | 'storageKey'>,
  declared: DeclaredFields,
): NewField[] {
  const known = { ...(storageKey === 'users' ? ofUsers : {}), ...declared };
  const isDeclared = (name: string) => Object.hasOwn(known, name);
  const others = columns.filter((name) => isEditableField(name) && !isDeclared(name));
  return [
    ...Object.entries(known)
      .filter(([, { computed, type }]) => computed === undefined && type !== 'file')
      .map(([name, field]) => ({ name, field, isDeclared: true })),
    ...others.map((name) => {
      const column = data.map((row) => ownValue(row, name));
      const learned = ownValue(kinds, name);
      const several = learned && learned.length > 1 ? { several: learned } : {};
      return { name, field: guessed(column, learned), isDeclared: false, ...several };
    }),
  ];
}

/** @returns the field with the type that the text spells, where its values have several */
export function fieldFor({ field, several }: NewField, text: string): SchemaField {
  return several && field.type === 'text' ? { type: types[kindOf(null, { learned: several, text })] } : field;
}

/** Of the values in sight; lists of texts or of numbers have an editor of their own. */
function guessed(column: readonly unknown[], learned: FieldSigns['learned']): SchemaField {
  const known = column.filter((value) => value !== null && value !== undefined);
  const elements = known.every((value) => Array.isArray(value)) ? known.flat() : [];
  if (elements.length > 0 && elements.every((element) => typeof element === 'string')) return { type: 'list', of: 'text' };
  if (elements.length > 0 && elements.every((element) => typeof element === 'number')) return { type: 'list', of: 'number' };
  const [first = 'text', ...others] = known.map((value) => kindOf(value));
  const seen = others.every((kind) => kind === first) ? first : 'text';
  return { type: types[learned ? kindOf(null, { learned }) : seen] };
}
