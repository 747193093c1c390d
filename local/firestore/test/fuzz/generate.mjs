// Random writes and queries that Firestore takes.
import { randomValue } from './values.mjs';

export const fields = ['f', 'g', 'n', 'list'];
const ids = ['1', '2', '3', '4', 'ä', '😀', 'z'.repeat(30)];
const collections = ['a', 'b', 'a/1/sub', 'b/2/sub', 'a/1/sub/2/deep'];

export const randomPath = (random) => `${random.pick(collections)}/${random.pick(ids)}`;

export function randomFields(random) {
  return Object.fromEntries(random.some(fields, fields.length).map((name) => [name, fieldValue(random, name)]));
}

function fieldValue(random, name) {
  if (name === 'n') return random.chance(0.8) ? { integerValue: String(random.int(20)) } : { doubleValue: random.int(20) / 2 };
  if (name === 'list') return { arrayValue: { values: random.list(4, () => ({ integerValue: String(random.int(5)) })) } };
  return randomValue(random);
}

export function randomWrite(random, model, path = randomPath(random)) {
  const precondition = random.chance(0.25) ? randomPrecondition(random, model.documents.get(path)) : undefined;
  if (random.chance(0.2)) return { kind: 'delete', path, precondition };
  if (random.chance(0.6)) return { kind: 'update', path, fields: randomFields(random), precondition };
  const mask = random.some(fields, 3);
  const content = randomFields(random);
  const taken = Object.fromEntries(mask.filter((name) => content[name] && random.chance(0.8)).map((name) => [name, content[name]]));
  return { kind: 'update', path, mask, fields: taken, transforms: random.list(2, () => randomTransform(random)), precondition };
}

/** Writes of one commit. A document that comes again has no second precondition: what holds in between is nobody's business. */
export function randomWrites(random, model, count) {
  const seen = new Set();
  return Array.from({ length: count }, () => {
    const write = randomWrite(random, model);
    const again = seen.has(write.path);
    seen.add(write.path);
    return again ? { ...write, precondition: undefined } : write;
  });
}

function randomPrecondition(random, current) {
  if (random.chance(0.6)) return { exists: random.chance(0.7) === (current !== undefined) };
  return current ? { updateTime: random.chance(0.7) ? current.updateTime : current.updateTime - 1n } : { exists: false };
}

function randomTransform(random) {
  const kind = random.pick(['time', 'increment', 'maximum', 'minimum', 'union', 'remove']);
  if (kind === 'time') return { kind, field: 'f' };
  if (kind === 'union' || kind === 'remove')
    return { kind, field: 'list', operand: random.list(3, () => ({ integerValue: String(random.int(6)) })) };
  return {
    kind,
    field: 'n',
    operand: random.chance(0.7) ? { integerValue: String(random.int(9) - 4) } : { doubleValue: random.int(9) / 2 - 2 },
  };
}

/** A write as the wire has it. */
export function wireWrite(write, documents) {
  const { kind, path, mask, transforms = [], precondition } = write;
  const currentDocument =
    precondition && (precondition.updateTime === undefined ? precondition : { updateTime: timeText(precondition.updateTime) });
  const name = documents + path;
  if (kind === 'delete') return { delete: name, ...(currentDocument && { currentDocument }) };
  return {
    update: { name, fields: write.fields },
    ...(mask && { updateMask: { fieldPaths: mask } }),
    ...(transforms.length > 0 && { updateTransforms: transforms.map(wireTransform) }),
    ...(currentDocument && { currentDocument }),
  };
}

function wireTransform({ kind, field, operand }) {
  switch (kind) {
    case 'time':
      return { fieldPath: field, setToServerValue: 'REQUEST_TIME' };
    case 'union':
      return { fieldPath: field, appendMissingElements: { values: operand } };
    case 'remove':
      return { fieldPath: field, removeAllFromArray: { values: operand } };
    default:
      return { fieldPath: field, [kind]: operand };
  }
}

export function timeText(micros) {
  const seconds = micros / 1000000n;
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${String(micros % 1000000n).padStart(6, '0')}Z`;
}

const comparisons = [
  '==',
  '<',
  '<=',
  '>',
  '>=',
  '!=',
  'in',
  'not-in',
  'contains',
  'contains-any',
  'is-null',
  'is-nan',
  'is-not-null',
  'is-not-nan',
];
const excluding = new Set(['!=', 'not-in', 'is-not-null', 'is-not-nan']);

export function randomQuery(random, model) {
  const scope = random.pick([
    { parent: '', collection: 'a', group: false },
    { parent: '', collection: 'b', group: false },
    { parent: 'a/1', collection: 'sub', group: false },
    { parent: '', collection: 'sub', group: true },
    { parent: 'a/1', collection: 'deep', group: true },
    { parent: '', collection: '', group: true },
  ]);
  const filter = random.chance(0.7) ? randomFilter(random, model) : undefined;
  const orders = random.some([...fields, '__name__'], 3).slice(0, random.int(3));
  // Nothing can be ordered after the name.
  const upToName = orders.includes('__name__') ? orders.slice(0, orders.indexOf('__name__') + 1) : orders;
  const query = {
    ...scope,
    filter,
    orders: upToName.map((field) => ({ field, descending: random.chance(0.4) })),
    offset: random.chance(0.2) ? random.int(4) : 0,
  };
  if (random.chance(0.3)) query.limit = 1 + random.int(6);
  for (const end of ['startAt', 'endAt'])
    if (query.orders.length > 0 && random.chance(0.25)) query[end] = randomCursor(random, model, query.orders);
  return query;
}

function randomCursor(random, model, orders) {
  const taken = orders.slice(0, 1 + random.int(orders.length));
  return {
    before: random.chance(0.5),
    values: taken.map(({ field }) => (field === '__name__' ? { name: randomPath(random) } : storedValue(random, model, field))),
  };
}

/** Mostly one that some document has. */
function storedValue(random, model, field) {
  const stored = [...model.documents.values()].map((document) => document.fields[field]).filter((value) => value !== undefined);
  return stored.length > 0 && random.chance(0.8) ? random.pick(stored) : fieldValue(random, field);
}

function randomFilter(random, model) {
  const leaf = (ops) => {
    const op = random.pick(ops);
    const field = op.startsWith('contains') ? 'list' : random.pick(fields);
    if (op.startsWith('is-')) return { field, op };
    if (op === 'contains') return { field, op, value: { integerValue: String(random.int(5)) } };
    if (op === 'contains-any') return { field, op, values: [1, 2].map(() => ({ integerValue: String(random.int(5)) })) };
    if (op === 'in' || op === 'not-in')
      return { field, op, values: Array.from({ length: 1 + random.int(3) }, () => plain(storedValue(random, model, field))) };
    return { field, op, value: plain(storedValue(random, model, field)) };
  };
  const shape = random.int(4);
  if (shape === 0) return leaf(comparisons);
  if (shape === 1) return { op: 'and', filters: [leaf(comparisons), leaf(['==', '<', '>=', 'is-null'])] };
  const or = { op: 'or', filters: [leaf(['==', '<', '>', 'in', 'contains', 'is-null', 'is-nan']), leaf(['==', '<=', '>='])] };
  return shape === 2 ? or : { op: 'and', filters: [leaf(['==', '<', '>']), or] };
}

/** `==` null and NaN are asked by operators of their own. */
function plain(value) {
  const isNaNValue = value.doubleValue !== undefined && Number.isNaN(Number(value.doubleValue));
  return value.nullValue !== undefined || isNaNValue ? { stringValue: 'other' } : value;
}

const fieldOps = {
  '==': 'EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  '!=': 'NOT_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  contains: 'ARRAY_CONTAINS',
  'contains-any': 'ARRAY_CONTAINS_ANY',
};
const unaryOps = { 'is-null': 'IS_NULL', 'is-nan': 'IS_NAN', 'is-not-null': 'IS_NOT_NULL', 'is-not-nan': 'IS_NOT_NAN' };

function wireFilter(filter) {
  if (filter.filters) return { compositeFilter: { op: filter.op.toUpperCase(), filters: filter.filters.map(wireFilter) } };
  const field = { fieldPath: filter.field };
  if (unaryOps[filter.op]) return { unaryFilter: { op: unaryOps[filter.op], field } };
  return {
    fieldFilter: { field, op: fieldOps[filter.op], value: filter.values ? { arrayValue: { values: filter.values } } : filter.value },
  };
}

/** Fills in what depends on the database, and @returns the StructuredQuery. */
export function wireQuery(query, documents) {
  for (const end of ['startAt', 'endAt']) {
    if (query[end])
      query[end].values = query[end].values.map((value) => (value.name === undefined ? value : { referenceValue: documents + value.name }));
  }
  return {
    from: [{ collectionId: query.collection, allDescendants: query.group }],
    ...(query.filter && { where: wireFilter(query.filter) }),
    orderBy: query.orders.map(({ field, descending }) => ({
      field: { fieldPath: field },
      direction: descending ? 'DESCENDING' : 'ASCENDING',
    })),
    ...(query.startAt && { startAt: query.startAt }),
    ...(query.endAt && { endAt: query.endAt }),
    offset: query.offset,
    ...(query.limit !== undefined && { limit: query.limit }),
  };
}

export const excludes = (filter) => filter !== undefined && (filter.filters ? filter.filters.some(excludes) : excluding.has(filter.op));
