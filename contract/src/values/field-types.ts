/** The types that a field may be declared as. */
export const fieldTypes = [
  'text',
  'longText',
  'number',
  'integer',
  'decimal',
  'boolean',
  'date',
  'dateTime',
  'email',
  'url',
  'enum',
  'json',
  'list',
  'file',
  'password',
  'reference',
  'geo',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** @returns whether the empty text is a value of the type */
export function holdsEmptyText(type: FieldType): boolean {
  return type === 'text' || type === 'longText';
}

/** Types that the elements of a list may have. */
export const elementTypes = [
  'text',
  'number',
  'integer',
  'decimal',
  'boolean',
  'date',
  'dateTime',
  'email',
  'url',
  'enum',
  'reference',
] as const;
