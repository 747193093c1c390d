import type { Document } from '../model/document.ts';
import { compareValues } from '../model/compare-values.ts';
import { fieldAt, formatFieldPath } from '../model/field-path.ts';
import type { Aggregation } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import { aggregate, aggregatedFields, countLimit, upTo } from './aggregate.ts';
import { branchSize } from './branch-rows.ts';
import type { BranchShape } from './branch-shape.ts';
import { isExact } from './exact-shape.ts';
import { branchShapes, matchingDocuments, type PastView, rowsOf } from './matching-documents.ts';
import type { NormalQuery } from './normal-query.ts';
import { page } from './page.ts';

/** Filter, order, cursors, offset and limit; no projection. */
export function runQuery(query: NormalQuery, tree: DocumentTree, past?: PastView): { documents: readonly Document[]; skipped: number } {
  const { offset, limit } = query.query;
  return page(matchingDocuments(query, { tree, touched: { entries: 0 }, past }), offset, limit);
}

/** @returns results by alias, and how many index entries were read for them */
export function runAggregation(
  query: NormalQuery,
  { aggregations, tree, past }: { aggregations: readonly Aggregation[]; tree: DocumentTree; past?: PastView },
): { result: ReadonlyMap<string, Value>; entries: number } {
  const { offset, limit } = query.query;
  const size = past ? undefined : exactSize(query, aggregations, tree);
  if (size !== undefined) {
    const count = Math.min(Math.max(0, size - offset), limit ?? size);
    const result = new Map(aggregations.map(({ alias, op }) => [alias, upTo(count, op.kind === 'count' ? op.upTo : undefined)]));
    return { result, entries: Math.min(size, offset + (limit ?? size)) };
  }
  const touched = { entries: 0 };
  const fields = aggregatedFields(aggregations);
  const candidates = matchingDocuments(query, { tree, touched, past });
  const most = countLimit(aggregations);
  const cut = most === undefined ? limit : Math.min(limit ?? most, most);
  const { documents } = page(fields.length === 0 ? candidates : having(candidates, fields), offset, cut);
  return { result: aggregate(aggregations, documents), entries: Math.max(touched.entries, documents.length) };
}

/** The size of the result, when one range of one index is exactly the result. */
function exactSize(query: NormalQuery, aggregations: readonly Aggregation[], tree: DocumentTree): number | undefined {
  if (aggregations.some(({ op }) => op.kind !== 'count')) return undefined;
  const shapes = branchShapes(query);
  if (shapes.length === 0 || !shapes.every((shape) => isExact(query, shape)) || !areDisjoint(shapes)) return undefined;
  const rows = rowsOf(query.scope, tree);
  let total = 0;
  for (const shape of shapes) {
    const size = branchSize(query, shape, rows);
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

/** True when no document can be in two of the branches: they ask different values of one field. */
function areDisjoint(shapes: readonly BranchShape[]): boolean {
  const [first, ...others] = shapes;
  if (first === undefined || others.length === 0) return true;
  const [field, ...more] = first.fixed;
  if (field === undefined || more.length > 0 || field.field.kind !== 'value') return false;
  const path = formatFieldPath(field.field.path);
  const values = shapes.flatMap(({ fixed }) =>
    fixed.length === 1 && fixed[0]?.field.kind === 'value' && formatFieldPath(fixed[0].field.path) === path ? [fixed[0].value] : [],
  );
  return (
    values.length === shapes.length && values.every((value, i) => values.every((other, j) => i === j || compareValues(value, other) !== 0))
  );
}

function* having(documents: Iterable<Document>, fields: readonly (readonly string[])[]): Generator<Document> {
  for (const document of documents) if (fields.every((field) => fieldAt(document.fields, field) !== undefined)) yield document;
}
