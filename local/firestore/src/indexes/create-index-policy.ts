import { formatFieldPath, isNamePath } from '../model/field-path.ts';
import type { NormalQuery } from '../query/normal-query.ts';
import { RpcError } from '../model/rpc-error.ts';
import { checkEntryCount } from './check-entry-count.ts';
import { checkEntrySize } from './check-entry-size.ts';
import { compositeIndex } from './composite-index.ts';
import type { IndexConfig } from './index-config.ts';
import { indexNeeds } from './index-need.ts';
import type { IndexPolicy } from './index-policy.ts';
import { IndexUsage } from './index-usage.ts';
import { missingIndexError } from './missing-index.ts';
import { namePlan, plannedIndexes } from './query-plan.ts';
import { servingIndexes } from './serving-indexes.ts';
import { SingleFieldIndexes } from './single-field-indexes.ts';

/**
 * Decision 007.
 * @param mode strict refuses what production would refuse for want of an index; permissive only keeps usage
 * @throws RpcError when the configuration holds a bad field path
 */
export function createIndexPolicy(mode: 'strict' | 'permissive', config: IndexConfig, projectId: string): IndexPolicy {
  const singles = new SingleFieldIndexes(config);
  const composites = (config.indexes ?? []).map(compositeIndex).filter((index) => index !== undefined);
  const usage = new IndexUsage(config);
  return {
    check(query, aggregated) {
      if (mode === 'strict' && query.scope.kind === 'any') checkKindless(query);
      for (const need of indexNeeds(query, aggregated)) {
        const served = servingIndexes(need, singles, composites);
        if (served) usage.used(served);
        else if (mode === 'strict') throw missingIndexError(need, projectId, singles);
        else usage.missing(need);
      }
    },
    checkDocument(path, fields) {
      if (mode === 'permissive') return;
      checkEntryCount(path, { fields, singles, composites });
      checkEntrySize(path, { fields, singles, composites });
    },
    plan(query, aggregated) {
      const planned = indexNeeds(query, aggregated).flatMap((need) => plannedIndexes(need, servingIndexes(need, singles, composites)));
      return planned.length > 0 ? planned : [namePlan];
    },
    usage: () => usage.report(),
  };
}

/** Without a collection only names are indexed. */
function checkKindless({ branches, orders }: NormalQuery): void {
  const filtered = branches.flat().find((predicate) => !isNamePath(predicate.field));
  if (filtered) throw new RpcError('INVALID_ARGUMENT', `kind is required for filter: ${formatFieldPath(filtered.field)}`);
  const plain = orders.every((order) => isNamePath(order.field) && order.direction === 'ASCENDING');
  if (!plain) throw new RpcError('INVALID_ARGUMENT', 'kind is required for all orders except __key__ ascending');
}
