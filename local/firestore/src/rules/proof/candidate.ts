import type { StructuredQuery } from '../../model/query.ts';
import { Reference } from '../../model/value.ts';
import { anySegments, type RequestedSegment } from '../evaluate/match-path.ts';
import { documentSegments } from '../evaluate/resource.ts';
import { pathOfReference, unknown } from '../values/value.ts';
import type { Condition } from './branches.ts';

/**
 * The paths that a branch of a query can return, as one pattern: the document id is unknown,
 * and for a collection group everything between the parent and the collection; a filter on `__name__` fixes both.
 */
export function candidatePath(query: StructuredQuery, conditions: readonly Condition[], databaseId: string): readonly RequestedSegment[] {
  const fixed = conditions.find((condition) => condition.kind === 'field' && condition.op === 'EQUAL' && condition.field[0] === '__name__');
  if (fixed?.kind === 'field' && fixed.value instanceof Reference) return pathOfReference(fixed.value).segments;
  const selector = query.from[0];
  const collection = selector && selector.collectionId !== '' ? selector.collectionId : unknown;
  const between: RequestedSegment[] = selector === undefined || selector.allDescendants ? [anySegments] : [];
  return [...documentSegments(query.parent, databaseId), ...between, collection, unknown];
}
