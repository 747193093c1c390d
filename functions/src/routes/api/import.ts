import { limits } from '@bedplate/contract';
import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { readUpload } from '../../domain/files/read-upload.ts';
import { checkRows } from '../../domain/records/transfer/check-rows.ts';
import { type ImportFormat, parseRows } from '../../domain/records/transfer/parse-rows.ts';
import { finishedImport, runImport } from '../../domain/records/transfer/run-import.ts';
import { importInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { undoImport } from '../../domain/records/transfer/undo-import.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { Answer } from '../../http/handle.ts';
import { readBytes } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { payingForPasswords } from './pay.ts';
import { flagOf, onlyParameters, type StorageCall, storageEndpoints, textOf } from './storage-call.ts';

/** Imports many records from a file, and undoes an import. */
export function importRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/import': {
      post: endpoint('write', (call) => importInTurn(call.storage.data.tenantId, () => importFile(services, call))),
    },
    '/:storageKey/:storageId/import/:importId': {
      delete: endpoint('write', async ({ caller, storage, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'taking an import back', ['force']);
        const options = { actor: caller.keyId, force: flagOf(req, 'force') };
        const data = await undoImport(services.records, storage, String(req.params.importId), options);
        return { message: `${data.deleted} records of the import deleted`, data };
      }),
    },
  });
}

async function importFile(services: ApiServices, { caller, storage, req }: StorageCall): Promise<Answer> {
  keysOnly(caller);
  onlyParameters(req, 'an import', ['dryRun', 'partial', 'format', 'types']);
  const [dryRun, partial, typed] = [flagOf(req, 'dryRun'), flagOf(req, 'partial'), typesOf(req)];
  const { bytes, format } = await fileOf(req);
  const digest = sha256(JSON.stringify([sha256(bytes.toString('base64')), format, typed, partial]));
  const importId = sha256(JSON.stringify([storage.id, req.get('Idempotency-Key') ?? digest])).slice(0, 24);
  const before = dryRun ? null : await finishedImport(services.records, storage.id, { importId, digest });
  if (before) return { message: 'This import was made before; nothing was added.', data: before };

  const rows = parseRows(bytes, format, typed);
  const { good, errors } = await checkRows(services.records, storage, rows);
  const plan = { importId, rows: rows.length, accepted: good.length, rejected: errors.length, errors: errors.slice(0, 100) };
  if (dryRun)
    return {
      message: 'Nothing was stored: this was a dry run.',
      data: { ...plan, sample: good.slice(0, 3).map(({ input }) => input.fields) },
    };
  if (errors.length > 0 && !partial) {
    const details = errors
      .slice(0, 20)
      .map(({ row, field, message }) => ({ field: [`rows[${row}]`, field].filter(Boolean).join('.'), message }));
    throw new ApiError(
      'invalid-argument',
      `${errors.length} of ${rows.length} rows cannot be stored, so none was. Mend them, or send partial=true.`,
      { details },
    );
  }
  const passwords = good.filter(({ input }) => typeof input.password === 'string').length;
  const report = await payingForPasswords(services, { tenantId: caller.tenantId, passwords }, () =>
    runImport(services.records, storage, { actor: caller.keyId, importId, digest, rows: rows.length, good, errors }),
  );
  req.res?.status(201);
  return { message: `${report.accepted} records imported`, data: report };
}

async function fileOf(req: Request): Promise<{ bytes: Buffer; format: ImportFormat }> {
  const wanted = textOf(req, 'format');
  if (/^multipart\/form-data/i.test(req.get('Content-Type') ?? '')) {
    const { content, name, type } = await readUpload(req);
    if (content.length > limits.importBody) throw tooLarge();
    return { bytes: content, format: formatOf(wanted, `${type} ${name}`) };
  }
  const format = formatOf(wanted, req.get('Content-Type') ?? '');
  return { bytes: await readBytes(req, limits.importBody), format };
}

function formatOf(wanted: string | undefined, hint: string): ImportFormat {
  if (wanted !== undefined && wanted !== '') {
    if (wanted === 'csv' || wanted === 'json' || wanted === 'ndjson') return wanted;
    throw invalidField('format', 'format must be one of: csv, json, ndjson.');
  }
  if (/ndjson|jsonl/i.test(hint)) return 'ndjson';
  if (/json/i.test(hint)) return 'json';
  if (/csv/i.test(hint)) return 'csv';
  throw new ApiError(
    'unsupported-media-type',
    'Send CSV (text/csv), JSON (application/json) or NDJSON (application/x-ndjson), as the body or as a file.',
  );
}

function typesOf(req: Request): boolean {
  const types = textOf(req, 'types') || 'auto';
  if (types !== 'auto' && types !== 'text') throw invalidField('types', 'types must be one of: auto, text.');
  return types === 'auto';
}

function tooLarge(): ApiError {
  return new ApiError('payload-too-large', `An import takes at most ${limits.importBody / 1024 / 1024} MiB.`);
}
