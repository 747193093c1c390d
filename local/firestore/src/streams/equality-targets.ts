import type { DocumentChange } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import { fieldAt, formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { FieldPath, Filter, StructuredQuery } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import type { Target } from './target.ts';

interface IndexedField {
  readonly field: FieldPath;
  readonly byValue: Map<string, Set<Target>>;
}

/** Targets of one collection; those that demand a value of a field (`where owner == 'anna'`) are found by it instead of being asked one by one. */
export class EqualityTargets {
  readonly #all = new Set<Target>();
  readonly #fields = new Map<string, IndexedField>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(target: Target): void {
    this.#size++;
    this.#place(target).add(target);
  }

  delete(target: Target): boolean {
    const deleted = this.#place(target).delete(target);
    if (deleted) this.#size--;
    this.#dropEmpty(target);
    return deleted;
  }

  #dropEmpty(target: Target): void {
    const demanded = demandedValue(target.query?.where);
    if (!demanded) return;
    const name = formatFieldPath(demanded.field);
    const indexed = this.#fields.get(name);
    if (indexed?.byValue.get(demanded.key)?.size === 0) indexed.byValue.delete(demanded.key);
    if (indexed?.byValue.size === 0) this.#fields.delete(name);
  }

  /** Every target that the change may concern, each once. */
  *concerned({ before, after }: DocumentChange): Iterable<Target> {
    yield* this.#all;
    for (const { field, byValue } of this.#fields.values()) {
      const old = keyAt(before, field);
      const now = keyAt(after, field);
      if (old !== undefined) yield* byValue.get(old) ?? [];
      if (now !== undefined && now !== old) yield* byValue.get(now) ?? [];
    }
  }

  #place(target: Target): Set<Target> {
    const demanded = demandedValue(target.query?.where);
    if (!demanded) return this.#all;
    const name = formatFieldPath(demanded.field);
    const indexed = this.#fields.get(name) ?? { field: demanded.field, byValue: new Map() };
    this.#fields.set(name, indexed);
    const targets = indexed.byValue.get(demanded.key) ?? new Set();
    indexed.byValue.set(demanded.key, targets);
    return targets;
  }
}

/** The first value that every match must have in a field; undefined when there is none. */
function demandedValue(where: StructuredQuery['where']): { readonly field: FieldPath; readonly key: string } | undefined {
  const leaves: readonly Filter[] = where?.kind === 'composite' && where.op === 'AND' ? where.filters : where ? [where] : [];
  for (const leaf of leaves) {
    if (leaf.kind !== 'field' || leaf.op !== 'EQUAL' || isNamePath(leaf.field)) continue;
    const key = keyOf(leaf.value);
    if (key !== undefined) return { field: leaf.field, key };
  }
  return undefined;
}

function keyAt(document: Document | undefined, field: FieldPath): string | undefined {
  const value = document && fieldAt(document.fields, field);
  return value === undefined ? undefined : keyOf(value);
}

/** Equal values have equal keys; different ones may share a key (the query itself decides). Undefined for types not worth a key. */
function keyOf(value: Value): string | undefined {
  switch (typeof value) {
    case 'string':
      return `s${value}`;
    case 'boolean':
      return `b${value}`;
    case 'bigint':
    case 'number':
      // Adding zero makes -0 the 0 it equals.
      return `n${Number(value) + 0}`;
    default:
      return undefined;
  }
}
