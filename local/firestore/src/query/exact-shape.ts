import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { BranchShape } from './branch-shape.ts';
import type { NormalQuery } from './normal-query.ts';

/** True when the bounds of a branch's index ranges express every condition: what they hold needs no look at the documents. */
export function isExact({ scope }: NormalQuery, { branch, suffix, path, fixed }: BranchShape): boolean {
  if (path !== undefined) return false;
  const scopeIsExact =
    scope.kind === 'collection' ||
    (scope.parent === ''
      ? scope.kind === 'group' || scope.allDescendants
      : suffix.length === 0 && (scope.kind === 'group' || scope.allDescendants));
  if (!scopeIsExact) return false;
  const ranged = suffix[0] ? formatFieldPath(suffix[0].path) : '__name__';
  const expressed = branch.filter((predicate) => predicate.kind === 'range' && predicate.key === ranged);
  const fixes = branch.filter((predicate) => !isNamePath(predicate.field) && (predicate.kind === 'equal' || predicate.kind === 'contains'));
  return fixes.length === fixed.length && expressed.length + fixes.length === branch.length;
}
