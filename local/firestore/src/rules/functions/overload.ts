import type { GeoPoint, Timestamp } from '../../model/value.ts';
import {
  type Duration,
  isUnknown,
  type MapDiff,
  RuleError,
  type RuleList,
  type RuleMap,
  type RulePath,
  type RuleSet,
  type RuleValue,
  typeOf,
  Unknown,
  unknown,
} from '../values/value.ts';

/** The values that a parameter accepts, and the form in which the implementation gets them. */
interface Accepted {
  bool: boolean;
  int: bigint;
  float: number;
  number: bigint | number;
  string: string;
  bytes: Uint8Array;
  timestamp: Timestamp;
  duration: Duration;
  latlng: GeoPoint;
  path: RulePath;
  list: RuleList;
  map: RuleMap;
  set: RuleSet;
  map_diff: MapDiff;
  null: null;
  any: RuleValue;
}

type Kind = keyof Accepted;
type Given<P extends readonly Kind[]> = { [K in keyof P]: Accepted[P[K]] };

export interface Overload {
  readonly parameters: readonly Kind[];
  readonly run: (...values: RuleValue[]) => RuleValue;
}

/** One implementation of a function; a method's first parameter is its receiver. */
export function overload<const P extends readonly Kind[]>(parameters: P, run: (...values: Given<P>) => RuleValue): Overload {
  // `callOverloads` checks every value against `parameters` before it calls.
  return { parameters, run: run as unknown as Overload['run'] };
}

/**
 * Calls the first implementation that takes the values. An error among the values is the result;
 * a value that is only partly known makes the result unknown.
 */
export function callOverloads(name: string, overloads: readonly Overload[], values: readonly RuleValue[]): RuleValue {
  for (const candidate of overloads) {
    if (takes(candidate, values)) return candidate.run(...values);
  }
  const error = values.find((value) => value instanceof RuleError);
  if (error) return error;
  if (values.some(isUnknown)) return unknown;
  return mismatch(name, overloads, values);
}

function takes({ parameters }: Overload, values: readonly RuleValue[]): boolean {
  if (parameters.length !== values.length) return false;
  for (let index = 0; index < values.length; index++) {
    if (!accepts(parameters[index] ?? 'any', values[index] ?? null)) return false;
  }
  return true;
}

function accepts(kind: Kind, value: RuleValue): boolean {
  if (isUnknown(value)) return false;
  const type = typeOf(value);
  if (type === 'error') return false;
  return type === kind || kind === 'any' || (kind === 'number' && (type === 'int' || type === 'float'));
}

function mismatch(name: string, overloads: readonly Overload[], values: readonly RuleValue[]): RuleError {
  const sameArity = overloads.find(({ parameters }) => parameters.length === values.length);
  if (!sameArity) return new RuleError(`Function not found error: Name: [${name}].`);
  const received = values.map((value) => (value instanceof Unknown ? 'constraint' : typeOf(value))).join(', ');
  return new RuleError(
    `Unsupported operation error. Received: ${name}(${received}). Expected: ${name}(${sameArity.parameters.join(', ')}).`,
  );
}
