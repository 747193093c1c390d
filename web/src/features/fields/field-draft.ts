import { fieldNameFault, isReservedField, type Json, limits, type SchemaField, type StorageSchema, systemFields } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import { elementOf, fieldText, readFieldText } from '../records/schema/field-text.ts';
import { uniqueRuleOf } from './schema-edits.ts';

/** Values of a new record that lacks the field, or that only the server sets. */
const beginnings = ['nothing', 'value', 'now', 'caller', 'createdBy', 'counter'] as const;
export type Beginning = (typeof beginnings)[number];

/** A field's declaration as it is typed. */
export interface FieldDraft {
  readonly name: string;
  readonly type: SchemaField['type'];
  readonly description: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly unique: boolean;
  readonly ignoreCase: boolean;
  readonly values: readonly string[];
  /** '' for any. */
  readonly of: NonNullable<SchemaField['of']> | '';
  readonly storage: string;
  readonly onDelete: NonNullable<SchemaField['onDelete']> | '';
  readonly scale: string;
  readonly zone: string;
  readonly min: string;
  readonly max: string;
  readonly minLength: string;
  readonly maxLength: string;
  readonly pattern: string;
  readonly begins: Beginning;
  readonly default: string;
}

export type DraftInput = keyof FieldDraft;

/** The inputs that a type has besides those of every type. */
export function inputsOf({ type, of }: Pick<FieldDraft, 'type' | 'of'>): ReadonlySet<DraftInput> {
  const inputs: DraftInput[] = [...(inputsOfType[type] ?? [])];
  if (type === 'list' && of !== '') inputs.push(...inputsOfType[of].filter((input) => ofElements.has(input)));
  return new Set(inputs);
}

const always: readonly DraftInput[] = ['name', 'type', 'description', 'required', 'readOnly'];

/** @returns whether the form of the draft has the input, so that a complaint can stand at it */
export function isInForm(input: DraftInput, draft: FieldDraft): boolean {
  if (input === 'begins') return beginningsOf(draft).length > 1;
  if (input === 'default') return draft.begins === 'value';
  return always.includes(input) || inputsOf(draft).has(input);
}

/** @returns the fields whose values can be unique, alone or together */
export function comparableFieldsOf({ fields }: StorageSchema): string[] {
  const isComparable = (type: SchemaField['type']) => type === 'boolean' || (inputsOfType[type] ?? []).includes('unique');
  return Object.keys(fields).filter((name) => isComparable(fields[name]?.type ?? 'json'));
}

const lines: DraftInput[] = ['minLength', 'maxLength', 'pattern'];
const texts: DraftInput[] = [...lines, 'unique', 'ignoreCase'];
const numbers: DraftInput[] = ['min', 'max', 'unique'];
const inputsOfType: Record<SchemaField['type'], readonly DraftInput[]> = {
  text: texts,
  longText: lines,
  number: numbers,
  integer: numbers,
  decimal: ['scale', ...numbers],
  boolean: [],
  date: numbers,
  dateTime: ['zone', ...numbers],
  email: texts,
  url: texts,
  enum: ['values', 'unique'],
  json: [],
  list: ['of', 'minLength', 'maxLength'],
  file: [],
  password: [],
  reference: ['storage', 'onDelete', 'unique'],
  geo: [],
};
/** Of the inputs of a type those that the elements of a list have as well; its lengths are the list's own. */
const ofElements: ReadonlySet<DraftInput> = new Set(['values', 'storage', 'onDelete', 'zone', 'scale', 'min', 'max', 'pattern']);

/** @returns the beginnings that a type can have */
export function beginningsOf({ type }: Pick<FieldDraft, 'type'>): readonly Beginning[] {
  if (type === 'password' || type === 'file') return ['nothing'];
  const more: Record<string, readonly Beginning[]> = {
    date: ['now'],
    dateTime: ['now'],
    text: ['caller', 'createdBy'],
    reference: ['caller', 'createdBy'],
    number: ['counter'],
    integer: ['counter'],
  };
  return ['nothing', 'value', ...(more[type] ?? [])];
}

/** @returns the declaration as it is typed; a new one without a name */
export function draftOf(name: string, schema: StorageSchema): FieldDraft {
  const field: SchemaField = schema.fields[name] ?? { type: 'text' };
  const rule = uniqueRuleOf(schema, name);
  return {
    name,
    type: field.type,
    description: field.description ?? '',
    required: field.required ?? false,
    readOnly: field.readOnly ?? false,
    unique: rule !== undefined,
    ignoreCase: rule?.ignoreCase ?? false,
    values: field.values ?? [],
    of: field.of ?? (field.type === 'list' ? '' : 'text'),
    storage: field.storage ?? '',
    onDelete: field.onDelete ?? '',
    scale: numberText(field.scale),
    zone: field.zone ?? '',
    min: numberText(field.min),
    max: numberText(field.max),
    minLength: numberText(field.minLength),
    maxLength: numberText(field.maxLength),
    pattern: field.pattern ?? '',
    begins: field.computed ?? field.defaultFrom ?? (isNothing(field.default) ? 'nothing' : 'value'),
    default: fieldText(field.default, field),
  };
}

export interface ReadDraft {
  field: SchemaField;
  unique: { ignoreCase: boolean } | null;
  problems: Partial<Record<DraftInput, string>>;
}

/** @param taken the names of other fields @returns the declaration, and complaints about what is typed wrongly */
export function readDraft(draft: FieldDraft, taken: readonly string[]): ReadDraft {
  const problems: Partial<Record<DraftInput, string>> = {};
  const has = inputsOf(draft);
  const name = draft.name.trim();
  const fault = fieldNameFault(name);
  if (fault) problems.name = t(fault === 'fieldNameBlank' ? 'field.nameMissing' : 'add.nameCharacters');
  else if (taken.includes(name)) problems.name = t('field.nameTaken');
  else if (isReservedField(name) || (systemFields as readonly string[]).includes(name)) problems.name = t('add.nameOfServer');
  else if (name.includes('.')) problems.name = t('field.nameDotted');
  const whole = (input: 'scale' | 'minLength' | 'maxLength') => {
    const text = draft[input].trim();
    if (!has.has(input) || text === '') return undefined;
    if (!/^\d{1,7}$/.test(text)) problems[input] = t('field.wholeNumber');
    else if (input === 'scale' && Number(text) > limits.decimalScale) problems.scale = t('field.scaleMost', { max: limits.decimalScale });
    return Number(text);
  };
  const bound = (input: 'min' | 'max') => {
    if (!has.has(input) || draft[input].trim() === '') return undefined;
    const read = readFieldText(draft[input], draft.type === 'list' ? elementOf(bare(draft)) : bare(draft));
    if ('problem' in read) problems[input] = read.problem;
    return 'value' in read ? (read.value as string | number) : undefined; // such a value is a number or a text
  };
  if (has.has('values') && draft.values.length === 0) problems.values = t('field.valuesMissing');
  if (has.has('storage') && draft.storage === '') problems.storage = t('field.storageMissing');
  const field = compact({
    ...bare(draft),
    description: draft.description.trim(),
    scale: whole('scale'),
    min: bound('min'),
    max: bound('max'),
    minLength: whole('minLength'),
    maxLength: whole('maxLength'),
    pattern: has.has('pattern') ? draft.pattern : '',
    onDelete: has.has('onDelete') ? draft.onDelete : '',
  });
  return {
    field: { ...field, ...beginningOf(draft, field, problems) },
    unique: draft.unique && has.has('unique') ? { ignoreCase: draft.ignoreCase && has.has('ignoreCase') } : null,
    problems,
  };
}

/** The type with what belongs to it: enough to read a value. */
export function bare(draft: FieldDraft): SchemaField {
  const has = inputsOf(draft);
  return compact({
    type: draft.type,
    of: has.has('of') ? draft.of : '',
    values: has.has('values') ? [...draft.values] : undefined,
    storage: has.has('storage') ? draft.storage : undefined,
    zone: has.has('zone') ? draft.zone.trim() : undefined,
  });
}

function beginningOf(draft: FieldDraft, field: SchemaField, problems: ReadDraft['problems']): Partial<SchemaField> {
  const { begins, required, readOnly } = draft;
  const rules = { ...(required && { required }), ...(readOnly && { readOnly }) };
  if (begins === 'createdBy' || begins === 'counter') return { ...rules, computed: begins };
  if (begins === 'now' || begins === 'caller') return { ...rules, defaultFrom: begins };
  if (begins === 'nothing') return rules;
  const read = readFieldText(draft.default, field);
  if ('problem' in read) problems.default = read.problem;
  else if (read.value === null) problems.default = t('field.defaultMissing');
  return 'value' in read ? { ...rules, default: read.value } : rules;
}

/** Of the input that the server's complaint about `fields.price.default`, or `schema.fields.price.default`, belongs to. */
export function inputNamed(place: string, name: string): DraftInput | null {
  const path = place.replace(/^schema\./, '');
  const key = path.startsWith(`fields.${name}.`)
    ? path.slice(`fields.${name}.`.length).split('.')[0]
    : path === `fields.${name}`
      ? 'name'
      : '';
  if (key === 'computed' || key === 'defaultFrom') return 'begins';
  return inputs.find((input) => input === key) ?? (path.startsWith('unique') ? 'unique' : null);
}

const inputs: readonly DraftInput[] = [
  'name',
  'type',
  'description',
  'required',
  'readOnly',
  'values',
  'of',
  'storage',
  'onDelete',
  'scale',
  'zone',
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'default',
];

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function numberText(value: Json | undefined): string {
  return value === undefined ? '' : String(value);
}

/** Without what is left empty. */
function compact(field: { [K in keyof SchemaField]: SchemaField[K] | '' }): SchemaField {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined && value !== '')) as SchemaField; // only what is empty has gone
}
