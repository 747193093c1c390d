import { z } from 'zod';
import { seenText, shownText } from './names.ts';
import { isReservedField, systemFields } from './record.ts';
import { problem } from './texts/rules.ts';
import type { Json } from './values/json.ts';
import { limits } from './limits.ts';
import { elementTypes, fieldTypes } from './values/field-types.ts';

const JsonValue: z.ZodType<Json> = z.json() as z.ZodType<Json>; // zod's own type of JSON is the same, spelt otherwise

/** A number as JSON has it, or the text of an integer or a decimal with all its digits. */
const Bound = z.union([z.number(), z.string().max(limits.exactNumberLength)]);

const nameKept = 'This name is kept for the server, or has a dot: declare a field of the record itself.';

const FieldName = z
  .string()
  .regex(seenText, problem('titleMissing'))
  .max(limits.fieldNameLength)
  .refine((name) => !name.includes('.') && !isReservedField(name) && !(systemFields as readonly string[]).includes(name), {
    error: nameKept,
  })
  .regex(shownText, problem('textCharacters'));

/** For the record that has a reference, when the record that it names is deleted: refuse that, clear the field, or leave with it. */
const onDeletes = ['refuse', 'clear', 'cascade'] as const;
export type OnDelete = (typeof onDeletes)[number];

/** One field of a storage's schema. What concerns other types is refused by name: see `contradictions`. */
export const SchemaField = z.strictObject({
  type: z.enum(fieldTypes),
  description: z.string().max(limits.fieldDescriptionLength).optional(),
  /** Present and not null; `0`, `false` and an empty text are values. */
  required: z.boolean().optional(),
  /** For a create without the field. */
  default: JsonValue.optional(),
  /** The same, from the request: its time, or the id of its caller. */
  defaultFrom: z.enum(['now', 'caller']).optional(),
  /** Set at a create and not changed afterwards. */
  readOnly: z.boolean().optional(),
  /** Set by the server alone: who created the record, or a number that no other record of the storage has. */
  computed: z.enum(['createdBy', 'counter']).optional(),
  /** Of numbers, dates and times. */
  min: Bound.optional(),
  max: Bound.optional(),
  /** Characters of a text, elements of a list. */
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  /** A regular expression in the syntax of RE2 that a text matches as a whole. */
  pattern: z.string().max(limits.patternLength).optional(),
  /** Of an enum. */
  values: z.array(z.string().min(1).max(limits.enumValueLength)).min(1).max(limits.enumValues).optional(),
  /** Decimals that a decimal has at most; sums are exact at any size then. */
  scale: z.int().min(0).max(limits.decimalScale).optional(),
  /** IANA name, of a date-time: of its days, and of times without an offset. */
  zone: z.string().max(64).optional(),
  /** Of the elements of a list. */
  of: z.enum(elementTypes).optional(),
  /** Of a reference: the id of the storage, in the same project. */
  storage: z.string().max(64).optional(),
  /** Of a reference: what deleting the record that it names does. */
  onDelete: z.enum(onDeletes).optional(),
});
export type SchemaField = z.infer<typeof SchemaField>;

/** Values that no two records of the storage share; a record in which one of the fields is null or missing is exempt. */
export const UniqueRule = z.strictObject({
  fields: z.array(FieldName).min(1).max(limits.uniqueFields),
  /** Texts that differ in letter case, or in the forms that Unicode calls the same, are the same one. */
  ignoreCase: z.boolean().optional(),
});
export type UniqueRule = z.infer<typeof UniqueRule>;

/** How many records have which values in these fields, and their sums: kept with every write instead of counted. */
export const KeptTotal = z.strictObject({
  /** None: one total over all records. */
  by: z.array(FieldName).max(limits.keptTotalFields),
  sum: z.array(FieldName).max(limits.keptTotalSums).optional(),
});
export type KeptTotal = z.infer<typeof KeptTotal>;

/** A record of zod drops the name `__proto__` without a word. */
function refuseProto(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__'))
    context.addIssue({ code: 'custom', path: ['__proto__'], message: nameKept, input: given });
  return given;
}

export const StorageSchema = z.strictObject({
  fields: z.preprocess(
    refuseProto,
    z.record(FieldName, SchemaField).refine((fields) => Object.keys(fields).length <= limits.schemaFields, {
      error: `A schema has at most ${limits.schemaFields} fields.`,
    }),
  ),
  unique: z.array(UniqueRule).max(limits.uniqueRules).default([]),
  /** Whether fields that the schema does not have are refused. */
  closed: z.boolean().default(false),
  totals: z.array(KeptTotal).max(limits.keptTotals).optional(),
});
export type StorageSchema = z.infer<typeof StorageSchema>;

/**
 * `learn`: everything is stored, and the schema says what values mean. `warn`: what does not fit is stored, marked and told.
 * `enforce`: it is refused. `arming`: enforced by instances that know already, for the half minute until all do.
 */
export const schemaStates = ['learn', 'warn', 'enforce'] as const;
export type SchemaState = (typeof schemaStates)[number];
/** As it is stored and shown. */
export type ShownSchemaState = SchemaState | 'arming';

/** The schema as the storage's document names it; the schema itself is in storages/{storageId}/schemas/{version}. */
export interface SchemaPart {
  /** Counts up with every change; documents of a version never change. */
  version: number;
  state: ShownSchemaState;
}

/** storages/{storageId}/schemas/{version} */
export interface SchemaDocument<T> {
  /** JSON of a `StorageSchema`: Firestore would sort its names, and takes no lists in lists. */
  schema: string;
  /** Of each unique rule, in their order: a new rule has a new id, so that claims of an earlier one never matter. */
  uniqueIds: string[];
  /** The same of each kept total; absent in earlier schemas. */
  totalIds?: string[];
  createdAt: T;
  createdBy: string;
}

/** `full`: it met more different values than it can keep, and answers nothing. Absent while stored records are being counted. */
export type KeptTotalState = 'ready' | 'full';

/** GET and PUT /app/project/{projectId}/dataStorages/{storageId}/schema */
export interface SchemaAnswer extends SchemaPart {
  schema: StorageSchema;
  /** Of each kept total, in their order; absent where there is none. */
  totalStates?: (KeptTotalState | 'counting')[];
}

/** The body of PUT: the version that the caller has seen; 0 while there is none. */
export const SchemaChange = z.strictObject({
  version: z.int().min(0),
  schema: StorageSchema,
  state: z.enum(schemaStates),
});
export type SchemaChange = z.infer<typeof SchemaChange>;

/** One field of the catalogue as a proposal: GET …/schema/proposal */
export interface ProposedField {
  name: string;
  field: SchemaField;
  /** Records that have a value here that is not of the type. */
  disagreeing: number;
  /** False for a count that is the least: of a large storage only the newest records are looked at one by one. */
  isExact: boolean;
  /** Ids of the first of them, and their values. */
  examples: { id: string; value: Json }[];
}

/** The rules that a stored value may break. `undeclared`: the schema is closed and does not have the field. */
export const schemaRules = [
  'type',
  'required',
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'values',
  'scale',
  'unique',
  'reference',
  'undeclared',
] as const;
export type SchemaRule = (typeof schemaRules)[number];

/** The body of POST …/schema/check: a schema, and `next` of the part before. */
export const SchemaCheck = z.strictObject({ schema: StorageSchema, after: z.string().max(200).nullish() });

/** The answer: the rules that a part of the stored records breaks. */
export interface SchemaCheckPage {
  data: SchemaFault[];
  /** Records of this part. */
  seen: number;
  /** Null after the last part. */
  next: string | null;
}

/** A rule that stored records break. */
export interface SchemaFault {
  /** Of a unique rule over several fields: their names with ", " between them. */
  field: string;
  rule: SchemaRule;
  count: number;
  /** False for a count that is the least: there may be more. */
  isExact: boolean;
  /** Ids of the first of them, and their values. */
  examples: { id: string; value: Json }[];
}

/** The query of GET …/schema/faults: a fault of a check, and `next` of the part before. */
export const FaultQuery = z.strictObject({
  field: z.string().max(limits.uniqueFields * (limits.fieldNameLength + 2)),
  rule: z.enum(schemaRules),
  after: z.string().max(200).optional(),
});
export type FaultQuery = z.infer<typeof FaultQuery>;

/** A record that breaks a rule. */
export interface FaultyRecord {
  id: string;
  /** The text that people know it by; '' where it has only its id. */
  name: string;
  /** Null for a missing one; long ones are cut. */
  value: Json;
  /** Values in the trash are taken as well, by rules of unique values. */
  isInTrash?: boolean;
}

/** The answer: records of this part that break the rule. A part may have none, and yet not be the last. */
export interface FaultyRecords {
  data: FaultyRecord[];
  /** Records that were looked at for this part. */
  seen: number;
  /** Null after the last part. */
  next: string | null;
  /** False where more records share values than are compared with each other. */
  isExact: boolean;
}

/** Acts on all records that break a rule of a field: each is a job that can be undone. */
export const schemaRepairs = ['default', 'convert', 'split', 'trash'] as const;
/**
 * The body of POST …/schema/repairs, which answers `{data: {jobId}}`. With a `rule` records that break another rule of the field stay as
 * they are.
 */
export const SchemaRepair = z.strictObject({ field: FieldName, repair: z.enum(schemaRepairs), rule: z.enum(schemaRules).optional() });
export type SchemaRepair = z.infer<typeof SchemaRepair>;
