import { validateCollectionId } from '../model/resource-id.ts';
import type { StructuredQuery } from '../model/query.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { Scope } from './normal-query.ts';

/** @throws RpcError INVALID_ARGUMENT for more than one selector or a bad collection id */
export function scopeOf(query: StructuredQuery): Scope {
  if (query.from.length > 1) throw new RpcError('INVALID_ARGUMENT', 'multiple collection selectors are not supported.');
  const [selector] = query.from;
  const { parent } = query;
  if (selector === undefined || selector.collectionId === '')
    return { kind: 'any', parent, allDescendants: selector?.allDescendants ?? false };
  validateCollectionId(selector.collectionId);
  if (selector.allDescendants) return { kind: 'group', collectionId: selector.collectionId, parent };
  return { kind: 'collection', path: parent === '' ? selector.collectionId : `${parent}/${selector.collectionId}` };
}

/** True when a document at `path` lies in the scope. */
export function inScope(scope: Scope, path: string): boolean {
  const end = path.lastIndexOf('/');
  if (scope.kind === 'collection') return end === scope.path.length && path.startsWith(scope.path);
  if (!isBelow(path, scope.parent)) return false;
  if (scope.kind === 'group') {
    const start = end - scope.collectionId.length;
    return path.startsWith(scope.collectionId, start) && (start === 0 || path[start - 1] === '/');
  }
  return scope.allDescendants || path.slice(scope.parent.length).split('/').length - (scope.parent === '' ? 0 : 1) === 2;
}

export function isBelow(path: string, parent: string): boolean {
  return parent === '' || (path.length > parent.length && path.startsWith(parent) && path[parent.length] === '/');
}
