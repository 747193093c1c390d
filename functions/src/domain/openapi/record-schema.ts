import type { SchemaField, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '../../store/model/values.ts';
import type { StorageRules } from '../records/schema/storage-rules.ts';
import { sentSchema, storedSchema } from './declared-schema.ts';
import { isKept } from './known-storage.ts';
import { type LearnedField, learnedFields } from './learned-fields.ts';
import type { Schema } from './schema.ts';

/** A storage's own fields: as answers have them, as a create takes them, and as an update takes them. */
export interface RecordSchemas {
  readonly stored: FieldSchemas;
  readonly created: FieldSchemas;
  readonly changed: Readonly<Record<string, Schema>>;
}

interface FieldSchemas {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/**
 * Answers promise what the schema says where it is enforced; else a field may be absent, null, or of another type that was seen in it.
 * Writes are described by the schema in every state.
 */
export function recordSchemas(
  storage: Pick<StorageDocument<Timestamp>, 'fields'>,
  rules: StorageRules | undefined,
  keyOf: (storageId: string) => string | undefined,
): RecordSchemas {
  const learned = learnedFields(storage);
  const kept = isKept(rules);
  const stored = new Map([...learned].map(([name, field]) => [name, learnedSchema(field)]));
  const created = new Map(stored);
  const changed = new Map(stored);
  for (const [name, field] of rules?.fields ?? []) {
    const seen = learned.get(name);
    if (name !== 'password') {
      const shape = field.type === 'json' && seen ? learnedSchema(seen) : {};
      stored.set(name, { ...shape, ...storedSchema(field, { isKept: kept, seen: [...(seen?.types ?? [])] }, keyOf) });
    }
    for (const side of [created, changed]) side.delete(name);
    if (field.computed) continue;
    created.set(name, sentSchema(field, keyOf));
    if (!field.readOnly) changed.set(name, sentSchema(field, keyOf));
  }
  const declared = [...(rules?.fields ?? [])];
  return {
    stored: {
      properties: Object.fromEntries(stored),
      required: kept ? declared.filter(([name, field]) => field.required && name !== 'password').map(([name]) => name) : [],
    },
    created: { properties: Object.fromEntries(created), required: requiredOfCreate(declared) },
    changed: Object.fromEntries(changed),
  };
}

/** Names the required fields that the server does not fill in. */
export function requiredOfCreate(declared: readonly (readonly [string, SchemaField])[]): string[] {
  return declared.flatMap(([name, { required, computed, default: given, defaultFrom }]) =>
    required && !computed && given === undefined && defaultFrom === undefined ? [name] : [],
  );
}

function learnedSchema({ types, children }: LearnedField): Schema {
  const names = [...types].sort();
  return {
    // Clearing a field by null is always possible; a field that was only ever null may become anything.
    ...(names.every((name) => name === 'null') ? {} : { type: [...new Set([...names, 'null'])] }),
    ...(types.has('array') ? { items: {} } : {}),
    ...(children.size > 0 ? { properties: Object.fromEntries([...children].map(([name, child]) => [name, learnedSchema(child)])) } : {}),
  };
}
