import { isUnknown, PartialMap, read, RuleError, type RuleList, RulePath, type RuleValue, typeOf, unknown } from '../values/value.ts';

/** `object.name` */
export function member(object: RuleValue, name: string): RuleValue {
  if (object instanceof Map) {
    const value: RuleValue | undefined = object.get(name);
    return value === undefined ? new RuleError(`Property ${name} is undefined on object.`) : read(value);
  }
  if (object === null) return new RuleError('Null value error.');
  if (object instanceof RuleError) return object;
  if (object instanceof PartialMap) return partialMember(object, name);
  return isUnknown(object) ? unknown : new RuleError(`Property ${name} is undefined on object.`);
}

function partialMember({ entries }: PartialMap, name: string): RuleValue {
  const value = entries.get(name);
  return value === undefined ? unknown : read(value);
}

/** `object[index]` for maps, lists, paths and strings. */
export function elementAt(object: RuleValue, index: RuleValue): RuleValue {
  if (object instanceof RuleError) return object;
  if (index instanceof RuleError) return index;
  if (isUnknown(index) || (isUnknown(object) && !(object instanceof PartialMap))) return unknown;
  if (object instanceof Map || object instanceof PartialMap)
    return typeof index === 'string' ? member(object, index) : unsupported(object, index);
  if (object === null) return new RuleError('Null value error.');
  if (typeof index !== 'bigint') return unsupported(object, index);
  if (Array.isArray(object)) return within(object as RuleList, index);
  if (object instanceof RulePath) return within(object.segments, index);
  return typeof object === 'string' ? within(object, index) : unsupported(object, index);
}

/** `object[from:to]` for lists and strings; a range that exceeds them is an error. */
export function slice(object: RuleValue, from: RuleValue, to: RuleValue): RuleValue {
  for (const value of [object, from, to]) if (value instanceof RuleError) return value;
  for (const value of [object, from, to]) if (isUnknown(value)) return unknown;
  if (object === null) return new RuleError('Null value error.');
  const list = typeof object === 'string' ? object : Array.isArray(object) ? (object as RuleList) : undefined;
  if (list === undefined || typeof from !== 'bigint' || typeof to !== 'bigint')
    return new RuleError(`Unsupported operation error. Received: ${typeOf(object)}[${typeOf(from)}:${typeOf(to)}].`);
  if (from < 0n || from > to) return outOfBound(from, list.length);
  if (to > BigInt(list.length)) return outOfBound(to - 1n, list.length);
  return list.slice(Number(from), Number(to));
}

function within(list: string | RuleList, index: bigint): RuleValue {
  const value = index < 0n ? undefined : list[Number(index)];
  return value === undefined ? outOfBound(index, list.length) : read(value);
}

function outOfBound(index: bigint, size: number): RuleError {
  return new RuleError(`Index out of bound error. Index: [${index}] , size: [${size}].`);
}

function unsupported(object: RuleValue, index: RuleValue): RuleError {
  return new RuleError(`Unsupported operation error. Received: ${typeOf(object)}[${typeOf(index)}].`);
}
