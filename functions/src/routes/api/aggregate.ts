import type { Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { aggregate } from '../../domain/records/aggregate/aggregate.ts';
import { type AggregateQuery, parseAggregateQuery } from '../../domain/records/aggregate/aggregate-query.ts';
import { catalogueOf } from '../../domain/records/index/catalogue.ts';
import { askedAs } from '../../domain/records/query/bound-query.ts';
import { askedQuery } from './asked-query.ts';
import { routes } from '../../http/routes.ts';
import { currentMeter } from '../../store/model/meter.ts';
import { noteList, notesOf } from './note-list.ts';
import { rawQuery } from './parameters.ts';
import { storageEndpoints } from './storage-call.ts';

/** Totals over the records of a storage. */
export function aggregateRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/aggregate': {
      get: endpoint('read', async ({ caller, storage, req, owner, access }) => {
        const { byPath } = catalogueOf(storage.data);
        const hidden = access?.lists.unknown;
        const query = parseAggregateQuery(rawQuery(req), (path) => byPath.has(path) && askedAs(hidden, path) === path);
        const { query: list, warnings } = await askedQuery(services, { caller, storage, req, owner, access }, query.list);
        const { path: plan = 'records, or an index of them', ...found } = await aggregate(services.records, storage, { ...query, list });
        noteList(req, notesOf(storage, { query: list, plan, totals: totalsOf(query) }));
        const totals = warnings.length > 0 ? { ...found, warnings: [...(found.warnings ?? []), ...warnings] } : found;
        if (access) return { ...totals };
        const reads = currentMeter()?.reads ?? 0;
        return { ...totals, ...(query.list.explain && { explain: { plan, reads } }), reads };
      }),
    },
  });
}

function totalsOf({ operations, groupBy }: AggregateQuery) {
  return [
    ...operations.map((each) => ({ name: `total ${each.op}`, path: each.op === 'count' ? undefined : each.path })),
    ...groupBy.map(({ path = 'createdAt' }) => ({ name: 'by', path })),
  ];
}
