import type { Json } from '@bedplate/contract';

/** @returns the value at a dotted path, undefined where there is none; never looks into arrays */
export function valueAt(fields: Readonly<Record<string, Json | undefined>>, path: string): Json | undefined {
  let value: Json | undefined = fields as { [key: string]: Json };
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
