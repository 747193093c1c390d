import type { JsonType, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '../../store/model/values.ts';

/** A field as the records of a storage have had it. */
export interface LearnedField {
  readonly types: ReadonlySet<JsonType>;
  /** Fields inside of its objects. */
  readonly children: ReadonlyMap<string, LearnedField>;
}

interface Node {
  types: Set<JsonType>;
  children: Map<string, Node>;
}

/** @returns the fields that records of the storage have had, by name, each with the types seen in it */
export function learnedFields(storage: Pick<StorageDocument<Timestamp>, 'fields'>): ReadonlyMap<string, LearnedField> {
  const root: Node = { types: new Set(), children: new Map() };
  for (const { path, types } of Object.values(storage.fields)) {
    let node = root;
    for (const name of path) {
      if (node !== root) node.types.add('object');
      const child = node.children.get(name) ?? { types: new Set<JsonType>(), children: new Map<string, Node>() };
      node.children.set(name, child);
      node = child;
    }
    for (const type of types) node.types.add(type);
  }
  return inOrder(root);
}

function inOrder({ children }: Node): Map<string, LearnedField> {
  return new Map(
    [...children].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, child]) => [name, { types: child.types, children: inOrder(child) }]),
  );
}
