import type { KeptTotal, SchemaAnswer, SchemaChange, SchemaField, ShownSchemaState, StorageSchema, UniqueRule } from '@bedplate/contract';
import { omit } from 'es-toolkit';

/** The body of a save that changes the schema and keeps the state. */
export function changeOf({ version, state }: SchemaAnswer, schema: StorageSchema): SchemaChange {
  return { version, schema, state: wishedState(state) };
}

/** A schema that is being armed will be enforced. */
export function wishedState(state: ShownSchemaState): SchemaChange['state'] {
  return state === 'arming' ? 'enforce' : state;
}

/** @param unique whether no two records share a value of this field; null keeps what is declared */
export function withField(
  schema: StorageSchema,
  name: string,
  { field, unique }: { field: SchemaField; unique: { ignoreCase: boolean } | null },
): StorageSchema {
  const others = schema.unique.filter((rule) => !isOf(rule, name));
  const rule: UniqueRule = { fields: [name], ...(unique?.ignoreCase && { ignoreCase: true }) };
  return { ...schema, fields: { ...schema.fields, [name]: field }, unique: unique ? [...others, rule] : others };
}

export function withFields(schema: StorageSchema, fields: readonly { name: string; field: SchemaField }[]): StorageSchema {
  return { ...schema, fields: { ...schema.fields, ...Object.fromEntries(fields.map(({ name, field }) => [name, field])) } };
}

/** Rules and kept totals that name the field go with its declaration. */
export function withoutField(schema: StorageSchema, name: string): StorageSchema {
  return {
    ...schema,
    fields: omit(schema.fields, [name]),
    unique: schema.unique.filter(({ fields }) => !fields.includes(name)),
    ...(schema.totals && { totals: schema.totals.filter(({ by, sum = [] }) => !by.includes(name) && !sum.includes(name)) }),
  };
}

export function withTotal(schema: StorageSchema, total: KeptTotal): StorageSchema {
  return { ...schema, totals: [...(schema.totals ?? []), total] };
}

export function withoutTotal(schema: StorageSchema, total: KeptTotal): StorageSchema {
  return { ...schema, totals: (schema.totals ?? []).filter((one) => one !== total) };
}

/** @returns the fields that a kept total adds up exactly */
export function summableFieldsOf({ fields }: StorageSchema): string[] {
  return Object.entries(fields).flatMap(([name, { type, scale }]) =>
    type === 'integer' || (type === 'decimal' && scale !== undefined) ? [name] : [],
  );
}

/** @returns the rule that no two records share a value of this field */
export function uniqueRuleOf({ unique }: StorageSchema, name: string): UniqueRule | undefined {
  return unique.find((rule) => isOf(rule, name));
}

/** @returns the rules over several fields */
export function sharedRulesOf({ unique }: StorageSchema): UniqueRule[] {
  return unique.filter(({ fields }) => fields.length > 1);
}

export function withRule(schema: StorageSchema, rule: UniqueRule): StorageSchema {
  return { ...schema, unique: [...schema.unique, rule] };
}

export function withoutRule(schema: StorageSchema, rule: UniqueRule): StorageSchema {
  return { ...schema, unique: schema.unique.filter((one) => one !== rule) };
}

function isOf({ fields }: UniqueRule, name: string): boolean {
  return fields.length === 1 && fields[0] === name;
}
