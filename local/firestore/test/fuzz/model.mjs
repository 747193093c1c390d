// A naive Firestore: a map of documents, every query a scan.
import { canonicalFields, compare, comparePaths, isNaNValue, numberOf, rank, saturated } from './values.mjs';

export class Model {
  /** path -> { fields, updateTime, createTime }; times in microseconds. */
  documents = new Map();

  /** @returns { code } of the first write that is refused, or the state after all of them */
  tried(writes) {
    const after = new Map(this.documents);
    for (const write of writes) {
      const code = refusal(write, after.get(write.path));
      if (code) return { code };
      if (write.kind === 'delete') after.delete(write.path);
      else after.set(write.path, { ...after.get(write.path), ...updated(write, after.get(write.path)) });
    }
    return { after };
  }

  /** Takes what `tried` said, with the times that the server gave. `requestTime` fills server timestamps. */
  apply(after, commitTime) {
    for (const [path, document] of after) {
      const before = this.documents.get(path);
      if (before === document) continue;
      const fields = stamped(document.fields, commitTime);
      // A document that was deleted and made again in one commit is a new one.
      const { createTime = commitTime } = document;
      const same = before && createTime === before.createTime && canonicalFields(before.fields) === canonicalFields(fields);
      after.set(path, { fields, updateTime: same ? before.updateTime : commitTime, createTime });
    }
    this.documents = after;
  }

  /** Paths of the result, in order. */
  query(query) {
    return this.#matching(query).map(([path]) => path);
  }

  aggregate(query, fields) {
    const found = this.#matching(query, fields);
    const sums = fields.map((field) => sumOf(found.map(([, document]) => document.fields[field]).filter((value) => rank(value) === 2)));
    return { count: found.length, sums };
  }

  /** @param summed fields that a document must have to be in the result at all */
  #matching(query, summed = []) {
    const orders = allOrders(query);
    const order = (a, b) => {
      for (const { field, descending } of orders) {
        const by = field === '__name__' ? comparePaths(a[0], b[0]) : compare(a[1].fields[field], b[1].fields[field]);
        if (by !== 0) return descending ? -by : by;
      }
      return 0;
    };
    const found = [...this.documents].filter(
      ([path, { fields }]) =>
        inScope(query, path) &&
        summed.every((field) => fields[field] !== undefined) &&
        (!query.filter || holds(query.filter, fields)) &&
        orders.every(({ field }) => field === '__name__' || fields[field] !== undefined),
    );
    found.sort(order);
    const within = found.filter((entry) => afterStart(query, orders, entry) && beforeEnd(query, orders, entry));
    return within.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit);
  }
}

function refusal({ precondition }, current) {
  if (!precondition) return undefined;
  if (precondition.exists === true && !current) return 5;
  if (precondition.exists === false && current) return 6;
  if (precondition.updateTime !== undefined && (!current || current.updateTime !== precondition.updateTime)) return current ? 9 : 5;
  return undefined;
}

/** Server timestamps stay a placeholder until the commit's time is known. */
const stamp = { serverTime: true };

function updated({ fields, mask, transforms = [] }, current) {
  const result = mask ? { ...current?.fields } : { ...fields };
  for (const name of mask ?? []) {
    if (fields[name] === undefined) delete result[name];
    else result[name] = fields[name];
  }
  for (const transform of transforms) result[transform.field] = transformed(transform, result[transform.field]);
  return { fields: result };
}

function transformed({ kind, operand }, current) {
  const number = current && !current.serverTime && rank(current) === 2 ? current : undefined;
  switch (kind) {
    case 'time':
      return stamp;
    case 'increment':
      return number ? added(number, operand) : operand;
    case 'maximum':
      return number ? (isNaNValue(number) || compare(number, operand) >= 0 ? number : operand) : operand;
    case 'minimum':
      return number ? (compare(number, operand) <= 0 ? number : operand) : operand;
    case 'union': {
      const list = [...(current?.arrayValue?.values ?? [])];
      for (const item of operand) if (!list.some((known) => compare(known, item) === 0)) list.push(item);
      return { arrayValue: { values: list } };
    }
    default:
      return {
        arrayValue: { values: (current?.arrayValue?.values ?? []).filter((known) => !operand.some((item) => compare(known, item) === 0)) },
      };
  }
}

function added(a, b) {
  if (a.integerValue !== undefined && b.integerValue !== undefined)
    return { integerValue: String(saturated(BigInt(a.integerValue) + BigInt(b.integerValue))) };
  return { doubleValue: Number(numberOf(a)) + Number(numberOf(b)) };
}

function stamped(fields, time) {
  // A stand-in: request times are whole milliseconds, and only the server knows them.
  const value = () => ({ timestampValue: { seconds: String(time / 1000000n), nanos: Number(time % 1000000n) * 1000, ofServer: true } });
  return Object.fromEntries(Object.entries(fields).map(([name, content]) => [name, content.serverTime ? value() : content]));
}

function inScope({ parent, collection, group }, path) {
  if (parent !== '' && !path.startsWith(`${parent}/`)) return false;
  const [id, ...rest] = path
    .slice(parent === '' ? 0 : parent.length + 1)
    .split('/')
    .reverse();
  if (collection === '') return id !== undefined && (group || rest.length === 1);
  return rest[0] === collection && (group || rest.length === 1);
}

function allOrders({ filter, orders }) {
  // Names differ, so that nothing after them orders anything.
  if (orders.some(({ field }) => field === '__name__')) return orders;
  const inequalities = [
    ...new Set(
      leaves(filter)
        .filter(({ op }) => !['==', 'in', 'contains', 'contains-any', 'is-null', 'is-nan'].includes(op))
        .map(({ field }) => field),
    ),
  ].sort();
  const descending = orders.at(-1)?.descending ?? false;
  const added = inequalities.filter((field) => !orders.some((order) => order.field === field)).map((field) => ({ field, descending }));
  return [...orders, ...added, { field: '__name__', descending }];
}

function leaves(filter) {
  if (!filter) return [];
  return filter.filters ? filter.filters.flatMap(leaves) : [filter];
}

function holds(filter, fields) {
  if (filter.filters)
    return filter.op === 'and' ? filter.filters.every((part) => holds(part, fields)) : filter.filters.some((part) => holds(part, fields));
  const { field, op, value, values } = filter;
  const actual = fields[field];
  if (actual === undefined) return false;
  const ordered = () => rank(actual) === rank(value) && !isNaNValue(actual) && !isNaNValue(value);
  const items = actual.arrayValue?.values ?? [];
  switch (op) {
    case '==':
      return equals(actual, value);
    case '<':
      return ordered() && compare(actual, value) < 0;
    case '<=':
      return ordered() && compare(actual, value) <= 0;
    case '>':
      return ordered() && compare(actual, value) > 0;
    case '>=':
      return ordered() && compare(actual, value) >= 0;
    case '!=':
      return rank(actual) !== 0 && !equals(actual, value);
    case 'in':
      return values.some((one) => equals(actual, one));
    case 'not-in':
      return rank(actual) !== 0 && !values.some((one) => equals(actual, one));
    case 'contains':
      return items.some((item) => equals(item, value));
    case 'contains-any':
      return items.some((item) => values.some((one) => equals(item, one)));
    case 'is-null':
      return rank(actual) === 0;
    case 'is-nan':
      return isNaNValue(actual);
    case 'is-not-null':
      return rank(actual) !== 0;
    default:
      return rank(actual) !== 0 && !isNaNValue(actual);
  }
}

/** Null and NaN equal nothing. */
function equals(a, b) {
  return rank(a) !== 0 && !isNaNValue(a) && !isNaNValue(b) && rank(b) !== 0 && compare(a, b) === 0;
}

/** Order of a document against a cursor's values. */
function against(values, orders, [path, { fields }]) {
  for (const [index, value] of values.entries()) {
    const { field, descending } = orders[index];
    const by = field === '__name__' ? comparePaths(path, value.referenceValue.split('/documents/')[1]) : compare(fields[field], value);
    if (by !== 0) return descending ? -by : by;
  }
  return 0;
}

function afterStart({ startAt }, orders, entry) {
  if (!startAt) return true;
  const by = against(startAt.values, orders, entry);
  return startAt.before ? by >= 0 : by > 0;
}

function beforeEnd({ endAt }, orders, entry) {
  if (!endAt) return true;
  const by = against(endAt.values, orders, entry);
  return endAt.before ? by < 0 : by <= 0;
}

function sumOf(values) {
  const doubles = values.some((value) => value.doubleValue !== undefined);
  if (!doubles) return values.reduce((sum, value) => sum + BigInt(value.integerValue), 0n);
  return values.reduce((sum, value) => sum + Number(numberOf(value)), 0);
}

/** For messages: what a document holds. */
export function shown(document) {
  return document ? canonicalFields(document.fields) : 'missing';
}
