import { FieldPath, Filter, type Firestore, type Query } from '@google-cloud/firestore';
import { type Condition, documentId, isFieldCondition, type QuerySpec } from './model/query-spec.ts';

/** @returns the SDK's query for a spec; the caller applies its read time */
export function toQuery(firestore: Firestore, spec: QuerySpec): Query {
  let query: Query = spec.group ? firestore.collectionGroup(spec.from) : firestore.collection(spec.from);
  for (const condition of spec.where ?? []) query = query.where(toFilter(condition));
  for (const [path, direction] of spec.orderBy ?? []) query = query.orderBy(toPath(path), direction);
  if (spec.startAt) query = query.startAt(...spec.startAt);
  if (spec.startAfter) query = query.startAfter(...spec.startAfter);
  if (spec.endAt) query = query.endAt(...spec.endAt);
  if (spec.endBefore) query = query.endBefore(...spec.endBefore);
  if (spec.limit !== undefined) query = query.limit(spec.limit);
  if (spec.offset) query = query.offset(spec.offset);
  if (spec.select) query = query.select(...spec.select.map(toPath));
  return query;
}

function toFilter(condition: Condition): Filter {
  if (isFieldCondition(condition)) return Filter.where(toPath(condition[0]), condition[1], condition[2]);
  if ('or' in condition) return Filter.or(...condition.or.map(toFilter));
  return Filter.and(...condition.and.map(toFilter));
}

function toPath(path: string): FieldPath {
  return path === documentId ? FieldPath.documentId() : new FieldPath(...path.split('.'));
}
