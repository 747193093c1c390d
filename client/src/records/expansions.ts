import type { Stored, Unavailable } from './records.ts';

/** A storage as the declarations of `GET /api/types.d.ts` have it. */
export interface DeclaredStorage {
  record: object;
  create: object;
  change: object;
  /** Keys of storages by the fields that refer to them; in a list for a field that is one. */
  references: object;
  /** Keys of the storages whose records refer to these. */
  referrers: string;
}

/** The storages of a project by their keys. */
export type Declared<S> = { [K in keyof S]: DeclaredStorage };

/** A term of `expand`: a reference, or a storage that refers to this one, with options in parentheses or the next level behind a dot. */
export type ExpandTerm<S extends Declared<S>, K extends keyof S> = Name<S, K> | `${Name<S, K>}${'(' | '.'}${string}`;
type Name<S extends Declared<S>, K extends keyof S> = (keyof S[K]['references'] & string) | S[K]['referrers'];

/** The member `expand` of a record, for the terms that were asked for. */
export type Expansions<S extends Declared<S>, K extends keyof S, E extends string> = {
  [N in FirstName<E>]: N extends keyof S[K]['references']
    ? Forward<S, S[K]['references'][N], Extract<E, N | `${N}${'(' | '.'}${string}`>>
    : N extends keyof S
      ? Found<S, N, Extract<E, N | `${N}${'(' | '.'}${string}`>>[]
      : unknown;
};

type Forward<S extends Declared<S>, Target, E extends string> = Target extends readonly (infer K extends keyof S)[]
  ? (Found<S, K, E> | Unavailable)[]
  : Target extends keyof S
    ? Found<S, Target, E> | Unavailable | null
    : unknown;

/** A record at the end of a term, with what is behind the term's dot. */
type Found<S extends Declared<S>, K extends keyof S, E extends string> = Picked<S[K]['record'], E> &
  ([Behind<E>] extends [never] ? unknown : { expand: Expansions<S, K, Behind<E>> });

type Picked<R, E extends string> = E extends `${string}fields=${string}` ? Partial<Stored<R>> & { id: string } : Stored<R>;

type FirstName<E extends string> = E extends `${infer N}(${string}` ? BeforeDot<N> : BeforeDot<E>;
type BeforeDot<E extends string> = E extends `${infer N}.${string}` ? N : E;
/** A dot inside of parentheses leads nowhere. */
type Behind<E extends string> = E extends `${infer N}.${infer Rest}` ? (N extends `${string}(${string}` ? never : Rest) : never;
