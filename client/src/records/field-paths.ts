/**
 * The fields of `T`, and the fields inside its objects as dotted paths. Two levels of names are
 * checked below the first; deeper names are not checked.
 */
export type FieldPath<T> = (keyof T & string) | InnerPath<T>;

/** Only the dotted paths. */
export type InnerPath<T, Checked extends unknown[] = [1, 2]> = {
  [F in keyof T & string]: Inner<T[F]> extends never
    ? never
    : Checked extends [unknown, ...infer Rest]
      ? `${F}.${(keyof Inner<T[F]> & string) | InnerPath<Inner<T[F]>, Rest>}`
      : `${F}.${string}`;
}[keyof T & string];

/** The type of the field at a dotted path. */
export type ValueAt<T, P extends string> = P extends keyof T
  ? T[P]
  : P extends `${infer F}.${infer Rest}`
    ? F extends keyof T
      ? ValueAt<Inner<T[F]>, Rest>
      : unknown
    : unknown;

/** The objects that a field may hold. Paths do not lead into lists. */
type Inner<V> = unknown extends V
  ? Record<string, V>
  : V extends string | number | boolean | null | undefined | Date | readonly unknown[]
    ? never
    : V;
