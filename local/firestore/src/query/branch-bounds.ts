import { compareValues } from '../model/compare-values.ts';
import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { Order } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import { at } from '../model/at.ts';
import { type Bound, type Bounds, flip } from './bounds.ts';
import type { NormalQuery, Predicate } from './normal-query.ts';
import type { BranchShape } from './branch-shape.ts';
import { nameBounds, rangeBounds } from './range-bounds.ts';

/** Everything that limits a branch within an index on `fixed` values followed by the branch's remaining orders. */
export function branchBounds(query: NormalQuery, shape: BranchShape, fixed: readonly Value[]): Bounds {
  const parts: Bounds[] = [{ lower: [{ values: fixed, side: 'before' }], upper: [{ values: fixed, side: 'after' }] }];
  const [first] = shape.suffix;
  if (first) parts.push(rangeBounds(fixed, onField(shape.branch, formatFieldPath(first.path)), first.descending));
  else parts.push(nameBounds(fixed, onField(shape.branch, '__name__')), parentBounds(query, fixed));
  parts.push(cursorBounds(query, shape, fixed));
  return { lower: parts.flatMap((part) => part.lower), upper: parts.flatMap((part) => part.upper) };
}

function onField(branch: readonly Predicate[], key: string): readonly Predicate[] {
  return branch.filter((predicate) => predicate.key === key);
}

/** In name order, everything below one document is contiguous. */
function parentBounds({ scope }: NormalQuery, fixed: readonly Value[]): Bounds {
  if (scope.kind === 'collection' || scope.parent === '') return { lower: [], upper: [] };
  const { parent: path } = scope;
  return { lower: [{ values: fixed, path, side: 'after' }], upper: [{ values: fixed, path, descendants: true, side: 'after' }] };
}

function cursorBounds({ start, end, orders }: NormalQuery, shape: BranchShape, fixed: readonly Value[]): Bounds {
  const from = start && inIndexOrder(start.values, { side: start.side, orders, shape, fixed });
  const to = end && inIndexOrder(end.values, { side: end.side, orders, shape, fixed });
  const [lower, upper] = shape.reverse ? [to, from] : [from, to];
  return { lower: lower ? [lower] : [], upper: upper ? [upper] : [] };
}

/**
 * A cursor as a place in this branch's index. Where the branch fixes an ordered field, the cursor's value for it
 * either equals the fixed one or puts the whole branch (among equal earlier values) on one side.
 */
function inIndexOrder(
  cursor: readonly Value[],
  { side, orders, shape, fixed }: { side: Bound['side']; orders: readonly Order[]; shape: BranchShape; fixed: readonly Value[] },
): Bound {
  const place = (bound: Omit<Bound, 'side'>, inQueryOrder: Bound['side']): Bound => ({
    ...bound,
    side: shape.reverse ? flip(inQueryOrder) : inQueryOrder,
  });
  const values = [...fixed];
  for (const [i, value] of cursor.entries()) {
    const { field, direction } = at(orders, i);
    if (isNamePath(field)) return place({ values, path: String(value) }, side);
    const known = shape.fixedValues.get(formatFieldPath(field));
    if (known === undefined) {
      values.push(value);
      continue;
    }
    const order = direction === 'ASCENDING' ? compareValues(known, value) : compareValues(value, known);
    if (order !== 0) return place({ values }, order < 0 ? 'after' : 'before');
  }
  return place({ values }, side);
}
