import { fieldTypes, type SchemaField, type SchemaFault, type Storage } from '@bedplate/contract';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import '../../texts/fields.ts';
import { fieldText } from '../records/schema/field-text.ts';

/** Types in the order in which people are offered them. */
export const declarableTypes = fieldTypes;

/** @returns the type in words, with what belongs to it */
export function typeWords(field: SchemaField, storages: readonly Storage[]): string {
  const { type, of, scale, zone } = field;
  const base = t(`field.type.${type}`);
  if (type === 'list') return of ? t('field.listOf', { of: typeWords({ ...field, type: of }, storages) }) : base;
  if (type === 'reference') return referenceWords(field, storages);
  if (type === 'decimal' && scale !== undefined) return t('field.withScale', { type: base, scale });
  return zone ? t('field.withZone', { type: base, zone }) : base;
}

function referenceWords({ storage }: SchemaField, storages: readonly Storage[]): string {
  const name = storages.find(({ id }) => id === storage)?.storageName;
  return t('field.referenceTo', { name: name ?? t('field.unknownStorage') });
}

/** @returns what a new record holds that lacks the field; '' for nothing */
export function defaultWords(field: SchemaField): string {
  if (field.computed) return t(`field.begins.${field.computed}`);
  if (field.defaultFrom) return t(`field.begins.${field.defaultFrom}`);
  return field.default === undefined ? '' : fieldText(field.default, field);
}

/** @returns the rules of values in words, one for each */
export function limitWords(field: SchemaField): string[] {
  const { min, max, minLength, maxLength, pattern, values = [] } = field;
  return [
    ...(values.length > 0 ? [[...values.slice(0, 8), ...(values.length > 8 ? ['…'] : [])].join(t('between'))] : []),
    ...(min === undefined ? [] : [t('field.atLeast', { min })]),
    ...(max === undefined ? [] : [t('field.atMost', { max })]),
    ...(minLength === undefined ? [] : [t('field.lengthAtLeast', { min: minLength })]),
    ...(maxLength === undefined ? [] : [t('field.lengthAtMost', { max: maxLength })]),
    ...(pattern === undefined ? [] : [pattern]),
  ];
}

/** @returns the number of records that break a rule */
export function countWords({ count, isExact }: Pick<SchemaFault, 'count' | 'isExact'>): string {
  return `${localNumber(count)}${isExact ? '' : '+'}`;
}
