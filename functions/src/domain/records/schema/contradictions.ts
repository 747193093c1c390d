import {
  boundedTypes,
  type FieldProblem,
  type FieldTextKey,
  fieldProblem,
  fromJson,
  lengthTypes,
  orderKey,
  type SchemaField,
  type StorageSchema,
  type Values,
} from '@bedplate/contract';
import { patternOf } from './field-pattern.ts';
import { totalContradictions } from './total-contradictions.ts';

/** @returns each thing in a schema that cannot be meant, by its place in it, such as `fields.price.default` */
export function contradictions(schema: StorageSchema): FieldProblem[] {
  const { fields, unique } = schema;
  return [
    ...Object.entries(fields).flatMap(([name, field]) => fieldContradictions(name, field)),
    ...unique.flatMap((rule, i) => uniqueContradictions(rule.fields, i, { fields, unique })),
    ...totalContradictions(schema),
  ];
}

/** @param values with the name of the field where the sentence has it */
export function contradiction(place: string, key: FieldTextKey, values: Values = {}): FieldProblem {
  return { ...fieldProblem(String(values.field ?? ''), { key, values }), field: place };
}

function fieldContradictions(name: string, field: SchemaField): FieldProblem[] {
  const place = `fields.${name}`;
  // Under another name it would be stored, searched and exported as it is.
  if ((name === 'password') !== (field.type === 'password')) return [contradiction(`${place}.type`, 'schemaPassword')];
  const misplaced = optionsOf(field).filter((option) => !takes(field, option));
  if (misplaced.length > 0)
    return misplaced.map((option) => contradiction(`${place}.${option}`, 'schemaOption', { type: field.type, option }));
  return [
    ...boundContradictions(name, field),
    ...valuesContradictions(name, field),
    ...defaultContradictions(name, field),
    ...patternContradictions(place, field),
    ...(field.zone !== undefined && !isZone(field.zone) ? [contradiction(`${place}.zone`, 'schemaZone')] : []),
    ...(elementOf(field).type === 'reference' && field.storage === undefined
      ? [contradiction(`${place}.storage`, 'schemaStorage', { field: name })]
      : []),
    ...(field.onDelete === 'clear' && field.required ? [contradiction(`${place}.onDelete`, 'schemaClear')] : []),
  ];
}

type Option = Exclude<keyof SchemaField, 'type' | 'description' | 'required' | 'readOnly'>;

/** The types that have an option; those of a list's elements count too, where the option is not of the list itself. */
const typesWith: Readonly<Record<Option, (type: string) => boolean>> = {
  default: (type) => type !== 'password' && type !== 'file',
  defaultFrom: (type) => ['date', 'dateTime', 'text', 'reference'].includes(type),
  computed: (type) => ['text', 'reference', 'integer', 'number'].includes(type),
  min: (type) => boundedTypes.includes(type),
  max: (type) => boundedTypes.includes(type),
  minLength: (type) => type === 'list' || lengthTypes.includes(type),
  maxLength: (type) => type === 'list' || lengthTypes.includes(type),
  pattern: (type) => lengthTypes.includes(type),
  values: (type) => type === 'enum',
  scale: (type) => type === 'decimal',
  zone: (type) => type === 'dateTime',
  of: (type) => type === 'list',
  storage: (type) => type === 'reference',
  onDelete: (type) => type === 'reference',
};
const optionsOfElements: readonly Option[] = ['min', 'max', 'pattern', 'values', 'scale', 'zone', 'storage', 'onDelete'];

function optionsOf(field: SchemaField): Option[] {
  return (Object.keys(typesWith) as Option[]).filter((option) => field[option] !== undefined);
}

function takes({ type, of }: SchemaField, option: Option): boolean {
  return typesWith[option](type) || (type === 'list' && of !== undefined && optionsOfElements.includes(option) && typesWith[option](of));
}

function boundContradictions(name: string, field: SchemaField): FieldProblem[] {
  const { min, max, minLength, maxLength } = field;
  const one = elementOf(field);
  const wrong = (['min', 'max'] as const).flatMap((bound) => {
    const value = field[bound];
    if (value === undefined) return [];
    const admitted = fromJson(value, { type: one.type, ...(one.zone && { zone: one.zone }) });
    return 'problem' in admitted ? [{ ...fieldProblem(name, admitted.problem), field: `fields.${name}.${bound}` }] : [];
  });
  if (wrong.length > 0) return wrong;
  const [least, most] = [min, max].map((bound) => (bound === undefined ? undefined : orderKey(bound, one)));
  const isTurned =
    (least !== undefined && most !== undefined && most < least) || (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY);
  if (!isTurned) return [];
  return [contradiction(`fields.${name}.${min === undefined || max === undefined ? 'minLength' : 'min'}`, 'schemaRange')];
}

function elementOf(field: SchemaField): SchemaField {
  return field.type === 'list' && field.of ? { ...field, type: field.of } : field;
}

function valuesContradictions(name: string, field: SchemaField): FieldProblem[] {
  if (elementOf(field).type !== 'enum') return [];
  const { values = [] } = field;
  if (values.length === 0) return [contradiction(`fields.${name}.values`, 'schemaValues', { field: name })];
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === undefined ? [] : [contradiction(`fields.${name}.values`, 'schemaValueTwice', { value: twice })];
}

function defaultContradictions(name: string, field: SchemaField): FieldProblem[] {
  const given = (['default', 'defaultFrom', 'computed'] as const).filter((option) => field[option] !== undefined);
  const [, second] = given;
  if (second) return [contradiction(`fields.${name}.${second}`, 'schemaDefaults')];
  const { type, defaultFrom, computed } = field;
  const isTime = type === 'date' || type === 'dateTime';
  const isNumber = type === 'integer' || type === 'number';
  if (defaultFrom === 'now' && !isTime) return [contradiction(`fields.${name}.defaultFrom`, 'schemaNow')];
  if (defaultFrom === 'caller' && isTime) return [contradiction(`fields.${name}.defaultFrom`, 'schemaCaller')];
  if (computed === 'createdBy' && isNumber) return [contradiction(`fields.${name}.computed`, 'schemaCaller')];
  if (computed === 'counter' && !isNumber) return [contradiction(`fields.${name}.computed`, 'schemaCounter')];
  return defaultProblem(name, field);
}

function defaultProblem(name: string, field: SchemaField): FieldProblem[] {
  const value = field.default;
  if (value === undefined) return [];
  const place = `fields.${name}.default`;
  if (value === null) return field.required ? [contradiction(place, 'fieldRequired', { field: name })] : [];
  const admitted = fromJson(value, field, matcherOf(field));
  return 'problem' in admitted ? [{ ...fieldProblem(name, admitted.problem), field: place }] : [];
}

/** A pattern that is none is refused at its own place. */
function matcherOf({ pattern }: SchemaField): ((text: string) => boolean) | undefined {
  if (pattern === undefined || reasonAgainst(pattern) !== null) return undefined;
  return patternOf(pattern);
}

function patternContradictions(place: string, { pattern }: SchemaField): FieldProblem[] {
  const reason = pattern === undefined ? null : reasonAgainst(pattern);
  return reason === null ? [] : [contradiction(`${place}.pattern`, 'schemaPattern', { reason })];
}

function reasonAgainst(pattern: string): string | null {
  try {
    patternOf(pattern);
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '');
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Values of these are not compared as a whole. */
const incomparable: readonly string[] = ['longText', 'list', 'json', 'file', 'password', 'geo'];

function uniqueContradictions(
  names: readonly string[],
  i: number,
  { fields, unique }: Pick<StorageSchema, 'fields' | 'unique'>,
): FieldProblem[] {
  const place = `unique.${i}`;
  const unknown = names.find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return [contradiction(place, 'schemaUniqueUnknown', { field: unknown })];
  const isSame = (rule: StorageSchema['unique'][number]) => [...rule.fields].sort().join('\n') === [...names].sort().join('\n');
  if (new Set(names).size < names.length || unique.findIndex(isSame) < i) return [contradiction(place, 'schemaUniqueTwice')];
  const wrong = names.find((name) => incomparable.includes(fields[name]?.type ?? ''));
  if (wrong === undefined) return [];
  return [contradiction(place, 'schemaUniqueType', { field: wrong, type: fields[wrong]?.type ?? '' })];
}
