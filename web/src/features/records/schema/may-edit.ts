import { isEditableField, type SchemaField, systemFields } from '@bedplate/contract';

/** Fields by their names. */
export type DeclaredFields = Readonly<Record<string, SchemaField>>;

/**
 * Whether people change the field of a record here. A declared one may be named like an id; one without a declaration may not.
 * Fields that the server sets, and those that are set once, are only shown.
 */
export function mayEdit(name: string, field: SchemaField | undefined): boolean {
  if (!field || isPlain(field)) return isEditableField(name) && !field?.readOnly;
  return !isSystem(name) && name !== 'password' && field.computed === undefined && field.readOnly !== true;
}

/** Files and passwords have no editor of their own in a record's form. */
function isPlain({ type }: SchemaField): boolean {
  return type === 'file' || type === 'password';
}

function isSystem(name: string): boolean {
  return (systemFields as readonly string[]).includes(name);
}
