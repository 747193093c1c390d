import type { Request, Router } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { ApiServices } from './api-services.ts';
import { exportInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { type ExportQuery, exportStorage, isWhole, parseExportQuery } from '../../domain/records/transfer/export-storage.ts';
import type { View } from '../../domain/records/query/access.ts';
import { list } from '../../domain/records/query/list.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { routes } from '../../http/routes.ts';
import { noteList, notesOf } from './note-list.ts';
import { payMore } from './pay.ts';
import { askedQuery } from './asked-query.ts';
import { delimiterOf } from './delimiter.ts';
import { rawQuery } from './parameters.ts';
import { type StorageCall, storageEndpoints } from './storage-call.ts';

const types = { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson; charset=utf-8' } as const;
/** One credit pays for this many records of a whole storage; records that are looked for cost one credit a page, as a list. */
const recordsPerCredit = 100;

/** Sends a whole storage as a file. */
export function exportRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/export': {
      get: endpoint('read', async (call) => {
        const { caller, storage, req, owner, access } = call;
        if (owner !== undefined) throw new ApiError('permission-denied', 'An export shows all records; you may read your own only.');
        const asked = parseExportQuery(rawQuery(req), delimiterOf(req));
        const query = await reachedExport(services, call, asked);
        return exportInTurn(storage.data.tenantId, () => sendExport(services, { caller, storage, req, query, see: access?.lists.see }));
      }),
    },
  });
}

/** The columns of a whole storage would name the fields of records that are out of reach. */
async function reachedExport(services: ApiServices, call: StorageCall, query: ExportQuery): Promise<ExportQuery> {
  if (call.access && query.format === 'csv' && !query.records.fields)
    throw invalidField('fields', 'Name the columns of a table in fields=…, or take format=ndjson.');
  const { query: records, warnings } = await askedQuery(services, call, query.records);
  const [unknown] = warnings;
  // A file has no place for a warning.
  if (unknown) throw invalidField(unknown.field, unknown.message);
  return { ...query, records };
}

interface Sending {
  readonly caller: ApiCaller;
  readonly storage: StorageRow;
  readonly req: Request;
  readonly query: ExportQuery;
  readonly see: View['see'] | undefined;
}

async function sendExport(services: ApiServices, { caller, storage, req, query, see }: Sending): Promise<undefined> {
  if (isWhole(query.records)) await payFor(services, { caller, storage, query });
  const { res } = req;
  if (!res) return undefined;
  await exportStorage(services.records, storage, {
    query,
    out: res,
    see,
    note: (plan) => noteList(req, notesOf(storage, { query: query.records, plan })),
    pay: () => payMore(services, caller, 1),
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
  { caller, storage, query: { records } }: { caller: ApiCaller; storage: StorageRow; query: ExportQuery },
): Promise<void> {
  const { total } = await list(services.records, storage, { ...records, limit: 1 });
  await payMore(services, caller, Math.max(0, Math.ceil(total / recordsPerCredit) - 1));
}
