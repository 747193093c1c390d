import { filterName } from '@bedplate/contract';
import type { StorageRules } from '../records/schema/storage-rules.ts';
import { type Parameter, query } from './operation.ts';

/** Declared fields as parameters of a list. What has an operator in it is a text. */
export function fieldParameters(rules: StorageRules | undefined): Parameter[] {
  return [...(rules?.fields ?? [])].flatMap(([name, { type, of, values = [], description }]) => {
    // Fields that lists have a parameter for already, and those whose values cannot be compared.
    if (name === 'password' || name === 'userId' || type === 'geo' || type === 'json') return [];
    const known = type === 'boolean' || of === 'boolean' ? ['true', 'false'] : values;
    const schema = known.length > 0 ? { anyOf: [{ enum: known }, { type: 'string' }] } : { type: 'string' };
    const kind = of ? `${type} of ${of}` : type;
    return [query(filterName(name), schema, `${description ? `${description} ` : ''}Type: ${kind}. May begin with !=, <, <=, >, >= or ~.`)];
  });
}
