import type { JsonType, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '../../store/model/values.ts';

/** A schema object of OpenAPI 3.1: JSON Schema 2020-12. */
export type Schema = { readonly [keyword: string]: unknown };

interface Node {
  types: Set<JsonType>;
  children: Map<string, Node>;
}

/** @returns the fields that records of the storage have had, each with the types seen in it; none is required */
export function fieldsSchema(storage: Pick<StorageDocument<Timestamp>, 'fields'>): Record<string, Schema> {
  const root: Node = { types: new Set(), children: new Map() };
  for (const { path, types } of Object.values(storage.fields)) {
    let node = root;
    for (const name of path) {
      const child = node.children.get(name) ?? { types: new Set<JsonType>(), children: new Map<string, Node>() };
      node.children.set(name, child);
      node = child;
    }
    for (const type of types) node.types.add(type);
  }
  return propertiesOf(root);
}

function propertiesOf(node: Node): Record<string, Schema> {
  return Object.fromEntries([...node.children].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, child]) => [name, schemaOf(child)]));
}

function schemaOf(node: Node): Schema {
  const types = new Set(node.types);
  if (node.children.size > 0) types.add('object');
  const names = [...types].sort();
  return {
    // Clearing a field by null is always possible; a field that was only ever null may become anything.
    ...(names.every((name) => name === 'null') ? {} : { type: [...new Set([...names, 'null'])] }),
    ...(types.has('array') ? { items: {} } : {}),
    ...(node.children.size > 0 ? { properties: propertiesOf(node) } : {}),
  };
}
