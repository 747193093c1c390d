import { invalid } from '../state/failure.ts';

/** Values of a form body: texts, lists and maps of them. */
export type Param = string | Param[] | { [name: string]: Param };
export type Params = { [name: string]: Param };

/** Reads `items[0][price]=x&expand[]=y` into nested values, as Stripe does. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [key, value] of new URLSearchParams(text)) {
    const path = [key.replace(/\[.*$/s, ''), ...[...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
    if (path.length > 8 || path.some((part) => ['__proto__', 'constructor', 'prototype'].includes(part)))
      throw invalid(`Invalid parameter: ${key}`);
    put(root, path, value);
  }
  return listsIn(root) as Params; // the root has names
}

function put(map: Params, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(map).length) : name;
  if (rest.length === 0) {
    map[key] = value;
    return;
  }
  const next = map[key];
  if (typeof next !== 'object') map[key] = {};
  put(map[key] as Params, rest, value); // made in the line above
}

/** Maps whose keys are 0, 1, 2 … are lists. */
function listsIn(value: Param): Param {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([name, child]) => [name, listsIn(child)] as const);
  if (entries.length > 0 && entries.every(([name], at) => name === String(at))) return entries.map(([, child]) => child);
  return Object.fromEntries(entries);
}

/** @throws parameter_unknown for the first name that the call does not have */
export function requireKnown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name) && name !== 'expand');
  if (unknown === undefined) return;
  if (unknown === 'payment_method_types') {
    throw invalid('payment_method_types is no longer supported. Use allowed_payment_method_types instead.', {
      code: 'payment_method_types_no_longer_supported',
      param: unknown,
    });
  }
  throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, { param: name });
  return value === 'true';
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  return Number(value);
}

export function map(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function list(params: Params, name: string): Param[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

/** New metadata: an empty text removes its key, an empty parameter all of them. */
export function metadata(params: Params, old: Record<string, string> = {}): Record<string, string> {
  if (params.metadata === '') return {};
  const merged: Record<string, string> = { ...old };
  for (const [name, value] of Object.entries(map(params, 'metadata'))) {
    if (value === '') delete merged[name];
    else merged[name] = String(value);
  }
  return merged;
}
