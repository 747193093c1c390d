import type { FieldPath } from '../../model/query.ts';
import type { Value } from '../../model/value.ts';
import { mergeFacts } from '../values/facts.ts';
import { type Facts, PartialMap, type RuleValue, Unknown } from '../values/value.ts';
import type { Condition } from './branches.ts';

/** The partial map `resource.data` that the conditions of one branch guarantee for each of its documents. */
export function knownFields(conditions: readonly Condition[]): PartialMap {
  const root: Node = new Map();
  for (const condition of conditions) {
    if (condition.field[0] !== '__name__') put(root, condition.field, knowledgeOf(condition));
  }
  return partialMap(root);
}

/** A field's knowledge, or the fields below it. */
type Node = Map<string, Node | Known>;

type Known = { readonly value: Value } | { readonly facts: Facts };

function knowledgeOf(condition: Condition): Known {
  if (condition.kind === 'unary') {
    switch (condition.op) {
      case 'IS_NULL':
        return { value: null };
      case 'IS_NAN':
        return { value: Number.NaN };
      case 'IS_NOT_NULL':
        return { facts: { not: [null] } };
      case 'IS_NOT_NAN':
        return { facts: {} };
    }
  }
  const { value } = condition;
  switch (condition.op) {
    case 'EQUAL':
      return { value };
    case 'NOT_EQUAL':
      // `!=` never returns documents whose field is null.
      return { facts: { not: [value, null] } };
    case 'NOT_IN':
      return { facts: { not: [...(Array.isArray(value) ? (value as readonly Value[]) : []), null] } };
    case 'ARRAY_CONTAINS':
      return { facts: { contains: [value] } };
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
      return { facts: { upper: { value, inclusive: condition.op === 'LESS_THAN_OR_EQUAL' } } };
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
      return { facts: { lower: { value, inclusive: condition.op === 'GREATER_THAN_OR_EQUAL' } } };
    case 'IN':
    case 'ARRAY_CONTAINS_ANY':
      // Branches hold these as single values; here they say only that the field exists.
      return { facts: { not: condition.op === 'IN' ? [] : [null] } };
  }
}

function put(root: Node, field: FieldPath, known: Known): void {
  let node = root;
  for (const [index, name] of field.entries()) {
    const next = node.get(name);
    if (index === field.length - 1) node.set(name, next === undefined || next instanceof Map ? known : merge(next, known));
    else if (next instanceof Map) node = next;
    else if (next === undefined) {
      const child: Node = new Map();
      node.set(name, child);
      node = child;
    } else return;
  }
}

/** A known value says more than any facts. Two different values cannot both hold: no document is returned, and either will do. */
function merge(a: Known, b: Known): Known {
  if ('value' in a) return a;
  return 'value' in b ? b : { facts: mergeFacts(a.facts, b.facts) };
}

function partialMap(node: Node): PartialMap {
  const entries = new Map<string, RuleValue>();
  for (const [name, child] of node)
    entries.set(name, child instanceof Map ? partialMap(child) : 'value' in child ? child.value : new Unknown(child.facts));
  return new PartialMap(entries);
}
