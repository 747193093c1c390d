import type { KeyVerb } from '@bedplate/contract';
import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { requireScope } from '../../domain/api-keys/key-scope.ts';
import { proofOf } from '../../domain/app-users/prove-change.ts';
import { ownFields, reachOf, shownToMaker, shownToWriter } from '../../domain/app-users/reach.ts';
import { BatchInput, type BatchWrite } from '../../domain/records/write/batch-input.ts';
import { plainNumbers } from '../../domain/records/model/plain-numbers.ts';
import { timeIn } from '../../domain/records/write/preconditions.ts';
import { runBatch, type Target } from '../../domain/records/write/run-batch.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { storageIdOfKey } from '../../domain/storages/storage-by-key.ts';
import { inPlace, inWrite } from '../../domain/records/write/refusals.ts';
import type { WriteResult } from '../../domain/records/model/record-write.ts';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { check } from '../../validation/check.ts';
import { handle } from '../../http/handle.ts';
import { readData } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { requireWellFormed } from '../../http/well-formed.ts';
import { hasPassword, told } from './create-records.ts';
import { payingForPasswords } from './pay.ts';
import { guarded, identifyCaller, ownStorage, paidCall } from './guards.ts';
import { accessTo, answerWith, authorOf, idempotentRequest, onlyParameters } from './storage-call.ts';
import { counted } from '../../validation/counted.ts';

/** Changes several records in any storages of the project, all or nothing. */
export function batchRoutes(services: ApiServices): Router {
  return routes({
    '/batch': {
      post: handle(guarded(services, [identifyCaller, ...paidCall]), {}, async ({ caller, req }) => {
        onlyParameters(req, 'a batch', []);
        const writes = await writesOf(req);
        const targets = await targetsOf(services, { caller, res: req.res }, writes);
        const passwords = targets.filter(({ data }) => hasPassword(data)).length;
        const request = idempotentRequest(caller, req, writes.map(withMeantTime));
        const answer = await withIdempotency<readonly WriteResult[]>(services.records, request, {
          work: (hook) =>
            payingForPasswords(services, { payer: caller, passwords }, () =>
              runBatch(services.records, { writes, targets, options: { ...authorOf(caller, req), hook } }),
            ),
          answer: (results) => ({
            status: 200,
            body: {
              message: `${counted(results.length, 'write')} done`,
              data: results.map((result, i) => shown(caller, targets[i], withoutWarnings(result))),
              ...told(results.flatMap(({ warnings = [] }, i) => inPlace(`writes[${i}]`, warnings))),
            },
          }),
        });
        return answerWith(req, answer);
      }),
    },
  });
}

/** One time in two spellings is no other write. */
function withMeantTime(write: BatchWrite): BatchWrite {
  if (!('ifUpdatedAt' in write) || write.ifUpdatedAt === undefined) return write;
  return { ...write, ifUpdatedAt: timeIn(write.ifUpdatedAt) ?? write.ifUpdatedAt };
}

/** @throws {ApiError} that names the write, as later refusals do */
async function writesOf(req: Request): Promise<BatchWrite[]> {
  const input = (await readData(req, true)) ?? {};
  try {
    const { writes } = check(BatchInput, input);
    requireWellFormed(input);
    return writes;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details?.map(({ field, message }) => ({ field: inBrackets(field), message: inBrackets(message) }));
    throw new ApiError(error.code, inBrackets(error.message), details ? { details, cause: error } : { cause: error });
  }
}

function inBrackets(text: string): string {
  return text.replace(/^writes\.(\d+)/, 'writes[$1]');
}

const verbsOf = {
  create: ['create'],
  update: ['update'],
  upsert: ['update', 'create'],
  delete: ['delete'],
  restore: ['update'],
} as const satisfies Record<BatchWrite['op'], readonly KeyVerb[]>;

/** The warnings of all writes together. */
function withoutWarnings({ op, status, storageId, id, data }: WriteResult): WriteResult {
  return { op, status, storageId, id, ...(data && { data }) };
}

function shown(caller: ApiCaller, target: Target | undefined, result: WriteResult): WriteResult {
  if (!result.data || !target) return result;
  const shownTo = result.status === 'created' ? shownToMaker : shownToWriter;
  return { ...result, data: shownTo({ caller, ...target }, result.data) };
}

async function targetsOf(
  services: ApiServices,
  { caller, res }: { readonly caller: ApiCaller; readonly res: Request['res'] },
  writes: readonly BatchWrite[],
): Promise<Target[]> {
  const found = new Map<string, Promise<StorageRow | null>>();
  const proven = proofOf(services, caller);
  return Promise.all(
    writes.map(async (write, i) => {
      const { storageId, storageKey } = write;
      const name = `${storageId ?? ''}\n${storageKey ?? ''}`;
      const finding = found.get(name) ?? find(services, caller, { storageId, storageKey });
      found.set(name, finding);
      const storage = await finding;
      try {
        if (!storage) throw notFound('Storage');
        for (const verb of verbsOf[write.op]) requireScope(caller.scope, verb, storage.id);
        const access = await accessTo(services, { caller, storage, res });
        const owner = access ? undefined : reachOf(caller, storage, 'write');
        const isNew = write.op === 'create' || write.op === 'upsert';
        const { input, closed, ifPassword } = await proven(storage, {
          id: 'id' in write ? write.id : '',
          input: 'data' in write ? write.data : undefined,
        });
        return {
          storage,
          owner,
          closed,
          ifPassword,
          access,
          data: 'data' in write ? numbersBy(storage, ownFields(storage, input, { owner, closed, isNew })) : undefined,
        };
      } catch (error) {
        throw inWrite(`writes[${i}]`, error);
      }
    }),
  );
}

/** Without a schema nothing keeps the digits of numbers. */
function numbersBy({ data }: StorageRow, fields: unknown): unknown {
  return data.schema ? fields : plainNumbers(fields);
}

async function find(
  services: ApiServices,
  caller: ApiCaller,
  { storageId, storageKey }: Pick<BatchWrite, 'storageId' | 'storageKey'>,
): Promise<StorageRow | null> {
  const id = storageId ?? (await storageIdOfKey(services.store, caller.projectId, storageKey ?? ''));
  const storage = id ? await ownStorage(services, caller, id) : null;
  return storage && (storageKey === undefined || storage.data.storageKey === storageKey) ? storage : null;
}
