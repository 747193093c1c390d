import { isEditableField } from './record.ts';

type Values = Readonly<Record<string, unknown>>;

/** Names of fields that hold the name of a thing. */
const names =
  /^(?:(?:full|display|product|item|user|first|last|storage|company|customer)[-_ ]?)?(?:name|title|label|subject|headline|caption|e-?mail|username|sku|code|number|nr|slug)$/i;
const longest = 60;

/** @returns the field that people know a record by, among these values; undefined when none looks like one */
export function namingField(fields: readonly string[], rows: readonly Values[]): string | undefined {
  const isFilled = (field: string) => rows.some((row) => textIn(row, field) !== '');
  const candidates = fields.filter((field) => isEditableField(field) && isFilled(field));
  return candidates.find((field) => names.test(field)) ?? candidates.find((field) => rows.some((row) => isWords(valueIn(row, field))));
}

/** @returns what people know the record by, on one line; '' for a record that has only its id */
export function recordName(record: Values): string {
  const field = namingField(Object.keys(record), [record]);
  const text = field === undefined ? '' : textIn(record, field);
  const characters = Array.from(text.slice(0, 4 * longest)); // whole code points
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

function textIn(record: Values, field: string): string {
  const value = valueIn(record, field);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, 1000).replaceAll(/\s+/g, ' ').trim() : '';
}

/** Not what every object inherits: a field may have the name `valueOf`. */
function valueIn(record: Values, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}

/** A text that begins with a letter, and no address of a page or a file. */
function isWords(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\p{L}/u.test(value) && !/^\s*(?:https?:|data:)/i.test(value);
}
