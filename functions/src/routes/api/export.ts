import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { exportInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { type ExportQuery, exportStorage, parseExportQuery } from '../../domain/records/transfer/export-storage.ts';
import { list } from '../../domain/records/query/list.ts';
import { parseListQuery } from '../../domain/records/query/parse-query.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError } from '../../errors/api-error.ts';
import { routes } from '../../http/routes.ts';
import { payMore } from './pay.ts';
import { storageEndpoints } from './storage-call.ts';

const types = { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson; charset=utf-8' } as const;
/** One credit pays for this many records. */
const recordsPerCredit = 100;

/** Sends a whole storage as a file. */
export function exportRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/export': {
      get: endpoint('read', async ({ storage, req, owner }) => {
        if (owner !== undefined) throw new ApiError('permission-denied', 'An export shows all records; you may read your own only.');
        const query = parseExportQuery(req.query);
        return exportInTurn(storage.data.tenantId, () => sendExport(services, { storage, req, query }));
      }),
    },
  });
}

async function sendExport(
  services: ApiServices,
  { storage, req, query }: { storage: StorageRow; req: Request; query: ExportQuery },
): Promise<undefined> {
  await payFor(services, storage, query);
  const { res } = req;
  if (!res) return undefined;
  await exportStorage(services.records, storage, {
    query,
    out: res,
    start: () => {
      const name = `${storage.data.storageKey}_${new Date(services.clock()).toISOString().slice(0, 10)}.${query.format}`;
      res.status(200).set({ 'Content-Type': types[query.format], 'Content-Disposition': `attachment; filename="${name}"` });
    },
  });
  return undefined;
}

/** @throws {ApiError} credits-exhausted, before any credit is used and any byte is sent */
async function payFor(
  services: ApiServices,
  storage: StorageRow,
  { createdFrom, createdTo }: { createdFrom?: number; createdTo?: number },
): Promise<void> {
  const query = {
    ...parseListQuery('limit=1'),
    ...(createdFrom === undefined ? {} : { createdFrom }),
    ...(createdTo === undefined ? {} : { createdTo }),
  };
  const { total } = await list(services.records, storage, query);
  await payMore(services, storage.data.tenantId, Math.max(0, Math.ceil(total / recordsPerCredit) - 1));
}
