/**
 * A Firestore value in memory. JavaScript's own types carry what they can carry exactly:
 * `bigint` is an integer (int64), `number` a double; comparing the two is exact in JavaScript,
 * as it is in Firestore. A vector is a map with `__type__: "__vector__"`, as on the wire.
 */
export type Value = null | boolean | bigint | number | string | Timestamp | Uint8Array | Reference | GeoPoint | readonly Value[] | MapValue;

/** Keys keep insertion order; a `Map` is safe for keys such as `__proto__`. */
export type MapValue = ReadonlyMap<string, Value>;

/** A point in time. `seconds` since the epoch may be negative; `nanos` is 0..999,999,999. Stored values are cut to microseconds. */
export class Timestamp {
  constructor(
    readonly seconds: number,
    readonly nanos: number,
  ) {}

  /** @param micros microseconds since the epoch; fits a safe integer until the year 2255 */
  static fromMicros(micros: number): Timestamp {
    const seconds = Math.floor(micros / 1e6);
    return new Timestamp(seconds, (micros - seconds * 1e6) * 1000);
  }

  toMicros(): number {
    return this.seconds * 1e6 + Math.floor(this.nanos / 1000);
  }
}

/** A document reference by full name: `projects/{p}/databases/{d}/documents/{path}`. */
export class Reference {
  constructor(readonly name: string) {}
}

export class GeoPoint {
  constructor(
    readonly latitude: number,
    readonly longitude: number,
  ) {}
}
