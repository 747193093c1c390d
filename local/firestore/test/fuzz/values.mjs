// Values in ProtoJSON, their order, and their comparison: written from Firestore's documentation, apart from the engine.
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const texts = ['', 'a', 'b', 'abc', 'ä', 'ﬀ', '😀', 'z'.repeat(40), 'NULL', '__name__x', 'a\u0000b'];
const numbers = [0, 1, 2, 3, -1, 10, 1e6];

/** A random value; `depth` levels may follow below it. */
export function randomValue(random, depth = 2) {
  const kinds = [
    'null',
    'bool',
    'int',
    'int',
    'int',
    'double',
    'string',
    'string',
    'time',
    'bytes',
    'ref',
    'geo',
    ...(depth > 0 ? ['array', 'map'] : []),
  ];
  switch (random.pick(kinds)) {
    case 'null':
      return { nullValue: null };
    case 'bool':
      return { booleanValue: random.chance(0.5) };
    case 'int':
      return { integerValue: String(random.chance(0.05) ? random.pick([int64.min, int64.max, 2n ** 53n + 1n]) : random.pick(numbers)) };
    case 'double':
      return {
        doubleValue: random.chance(0.1)
          ? random.pick(['NaN', 'Infinity', '-Infinity'])
          : random.pick([0.5, 1, 2, 2.5, -7.25, 1e300, 9007199254740992]),
      };
    case 'string':
      return { stringValue: random.pick(texts) };
    case 'time':
      return {
        timestampValue: random.pick([
          '2020-01-01T00:00:00Z',
          '2020-01-01T00:00:00.000001Z',
          '1969-12-31T23:59:59.5Z',
          '2031-05-05T05:05:05.123456Z',
        ]),
      };
    case 'bytes':
      return { bytesValue: random.bytes(random.int(4)).toString('base64') };
    case 'ref':
      return { referenceValue: `projects/p/databases/(default)/documents/${random.pick(['a/1', 'a/2', 'b/ä', 'a/1/sub/9'])}` };
    case 'geo':
      return { geoPointValue: { latitude: random.pick([0, 1.5, -90]), longitude: random.pick([0, 180, -7]) } };
    case 'array':
      return { arrayValue: { values: random.list(3, () => withoutArray(random, depth - 1)) } };
    default:
      return {
        mapValue: { fields: Object.fromEntries(random.list(3, () => [random.pick(['k', 'l', 'ö m']), randomValue(random, depth - 1)])) },
      };
  }
}

function withoutArray(random, depth) {
  const value = randomValue(random, depth);
  return value.arrayValue ? { nullValue: null } : value;
}

/** One text for each value, whichever transport it came by. */
export function canonical(value) {
  const [[kind, content]] = Object.entries(value);
  switch (kind) {
    case 'nullValue':
      return 'null';
    case 'doubleValue':
      return `d${Number(content) + 0}`;
    case 'timestampValue':
      return `t${micros(content)}`;
    case 'geoPointValue':
      return `g${Number(content?.latitude ?? 0)},${Number(content?.longitude ?? 0)}`;
    case 'arrayValue':
      return `[${(content?.values ?? []).map(canonical).join()}]`;
    case 'mapValue':
      return canonicalFields(content?.fields);
    default:
      return `${kind.slice(0, 3)} ${JSON.stringify(String(content))}`;
  }
}

export function canonicalFields(fields = {}) {
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`)
    .join()}}`;
}

/** Microseconds since the epoch, of RFC 3339 text or of a protobuf timestamp. */
export function micros(time) {
  if (typeof time !== 'string') return BigInt(time?.seconds ?? 0) * 1000000n + BigInt(Math.floor((time?.nanos ?? 0) / 1000));
  const [, whole, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(time);
  return BigInt(Date.parse(`${whole}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

const ranks = [
  'nullValue',
  'booleanValue',
  'number',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
];

/** Position of the value's type in the order of types. */
export function rank(value) {
  const [kind] = Object.keys(value);
  return ranks.indexOf(kind === 'integerValue' || kind === 'doubleValue' ? 'number' : kind);
}

export function compare(a, b) {
  const byType = rank(a) - rank(b);
  if (byType !== 0) return byType;
  const [[kind, left]] = Object.entries(a);
  const [right] = Object.values(b);
  switch (kind) {
    case 'nullValue':
      return 0;
    case 'booleanValue':
      return Number(left) - Number(right);
    case 'integerValue':
    case 'doubleValue':
      return compareNumbers(numberOf(a), numberOf(b));
    case 'timestampValue':
      return sign(micros(left) - micros(right));
    case 'stringValue':
      return Buffer.compare(Buffer.from(left), Buffer.from(right));
    case 'bytesValue':
      return Buffer.compare(Buffer.from(left, 'base64'), Buffer.from(right, 'base64'));
    case 'referenceValue':
      return comparePaths(left, right);
    case 'geoPointValue':
      return left.latitude - right.latitude || left.longitude - right.longitude;
    case 'arrayValue':
      return compareLists(left.values ?? [], right.values ?? [], compare);
    default:
      return compareLists(
        entries(left),
        entries(right),
        (x, y) => Buffer.compare(Buffer.from(x[0]), Buffer.from(y[0])) || compare(x[1], y[1]),
      );
  }
}

export function comparePaths(a, b) {
  return compareLists(a.split('/'), b.split('/'), (x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
}

const entries = (map) => Object.entries(map.fields ?? {}).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

function compareLists(a, b, one) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = one(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A bigint for an integer, else a number. */
export function numberOf(value) {
  return value.integerValue !== undefined ? BigInt(value.integerValue) : Number(value.doubleValue);
}

export const isNaNValue = (value) => value.doubleValue !== undefined && Number.isNaN(Number(value.doubleValue));

function compareNumbers(a, b) {
  const leftNaN = Number.isNaN(a);
  const rightNaN = Number.isNaN(b);
  if (leftNaN || rightNaN) return Number(rightNaN) - Number(leftNaN);
  // JavaScript compares a bigint and a number exactly.
  return a < b ? -1 : a > b ? 1 : 0;
}

function sign(difference) {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function saturated(sum) {
  return sum > int64.max ? int64.max : sum < int64.min ? int64.min : sum;
}
