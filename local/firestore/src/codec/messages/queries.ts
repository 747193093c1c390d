import { maybe, message, optional, scalar } from '../proto/message.ts';
import { bool, bytes, int32, string } from '../proto/scalars.ts';
import { timestamp } from '../proto/timestamp.ts';
import { aggregationResult, document } from './document.ts';
import { explainMetrics, explainOptions } from './explain.ts';
import { transactionOptions } from './documents.ts';
import { ignored, structuredAggregationQuery, structuredQuery } from './query.ts';

export const runQueryRequest = message({
  parent: scalar(1, string),
  structuredQuery: optional(2, structuredQuery),
  transaction: scalar(5, bytes),
  newTransaction: optional(6, transactionOptions),
  readTime: optional(7, timestamp),
  explainOptions: optional(10, explainOptions),
});
export const runQueryResponse = message({
  transaction: maybe(scalar(2, bytes)),
  document: optional(1, document),
  readTime: optional(3, timestamp),
  skippedResults: maybe(scalar(4, int32)),
  done: optional(6, bool),
  explainMetrics: optional(11, explainMetrics),
});

export const runAggregationQueryRequest = message({
  parent: scalar(1, string),
  structuredAggregationQuery: optional(2, structuredAggregationQuery),
  transaction: scalar(4, bytes),
  newTransaction: optional(5, transactionOptions),
  readTime: optional(6, timestamp),
  explainOptions: optional(8, explainOptions),
});
export const runAggregationQueryResponse = message({
  result: optional(1, aggregationResult),
  transaction: maybe(scalar(2, bytes)),
  readTime: optional(3, timestamp),
  explainMetrics: optional(10, explainMetrics),
});

/** Not served; decoded only as far as the name that its refusal needs. */
export const partitionQueryRequest = message({ parent: scalar(1, string), structuredQuery: optional(2, ignored()) });
export const executePipelineRequest = message({ database: scalar(1, string), structuredPipeline: optional(2, ignored()) });
