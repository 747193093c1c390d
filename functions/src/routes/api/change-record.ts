import { type DataRecord, messages } from '@bedplate/contract';
import type { Request } from 'express';
import { requireScope } from '../../domain/api-keys/key-scope.ts';
import { proofOf } from '../../domain/app-users/prove-change.ts';
import type { RecordWrite } from '../../domain/records/model/record-write.ts';
import { ownFields, shownToMaker, shownToWriter } from '../../domain/app-users/reach.ts';
import { deleteRecord, type PutRecord, putRecord, restoreRecord } from '../../domain/records/write/change-record.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import { preconditionTime } from '../../domain/records/write/preconditions.ts';
import type { Answer } from '../../http/handle.ts';
import type { ApiServices } from './api-services.ts';
import { told } from './create-records.ts';
import { flagOf, textOf } from './parameters.ts';
import { answerWith, authorOf, bodyOf, idempotentRequest, noBody, onlyParameters, recordIdOf, type StorageCall } from './storage-call.ts';

type Services = Pick<ApiServices, 'records'>;

/** PUT and PATCH /{storageKey}/{storageId}/dataId/{recordId} */
export async function updateOne(services: ApiServices, call: StorageCall, id: string = recordIdOf(call.req)): Promise<Answer> {
  const { caller, req, storage, owner } = call;
  onlyParameters(req, 'an update', ['upsert', 'ifUpdatedAt']);
  const upsert = flagOf(req, 'upsert');
  if (upsert) requireScope(caller.scope, 'create', storage.id); // its method has asked for `update`
  const body = await bodyOf(req, storage);
  const { input, ...proven } = await proofOf(services, caller)(storage, { id, input: body });
  const fields = ownFields(storage, input, { owner, closed: proven.closed, isNew: upsert });
  const { records } = services;
  const options = { ...authorOf(caller, req), upsert, ...proven, ...preconditionOf(req), ...reachPart(call) };
  const answer = await withIdempotency<PutRecord>(records, idempotentRequest(caller, req, body), {
    work: (hook) => putRecord(records, storage, { id, fields, ...options, hook }),
    answer: ({ record, isNew, warnings }) =>
      isNew
        ? { status: 201, body: { message: messages.dataAdded, data: shownToMaker(call, record), ...told(warnings) } }
        : { status: 200, body: { message: messages.dataUpdated, data: shownToWriter(call, record), ...told(warnings) } },
  });
  return answerWith(req, answer);
}

/** DELETE of the same path. */
export async function deleteOne({ records }: Services, call: StorageCall): Promise<Answer> {
  const { caller, req, storage } = call;
  onlyParameters(req, 'a delete', ofDelete);
  await noBody(req, 'a delete', ofDelete);
  const permanent = flagOf(req, 'permanent');
  const options = { ...authorOf(caller, req), permanent, ...preconditionOf(req), ...reachPart(call) };
  const answer = await withIdempotency<void>(records, idempotentRequest(caller, req, null), {
    work: (hook) => deleteRecord(records, storage, { id: recordIdOf(req), ...options, hook }),
    answer: () => ({ status: 200, body: { message: messages.itemDeleted } }),
  });
  return answerWith(req, answer);
}

const ofDelete = ['permanent', 'ifUpdatedAt'];

/** POST to its path followed by /restore. */
export async function restoreOne({ records }: Services, call: StorageCall): Promise<Answer> {
  const { caller, req, storage } = call;
  onlyParameters(req, 'restoring a record', []);
  const options = { ...authorOf(caller, req), ...reachPart(call) };
  const answer = await withIdempotency<DataRecord>(records, idempotentRequest(caller, req, null), {
    work: (hook) => restoreRecord(records, storage, { id: recordIdOf(req), ...options, hook }),
    answer: (record) => ({
      status: 200,
      body: { message: messages.itemRestored, data: shownToWriter(call, record) },
    }),
  });
  return answerWith(req, answer);
}

function reachPart({ owner, onForeign, access }: StorageCall): Pick<RecordWrite, 'owner' | 'onForeign' | 'access'> {
  return { ...(owner === undefined ? {} : { owner, onForeign }), ...(access ? { access: access.writes } : {}) };
}

/** The parameter `ifUpdatedAt`, or the header If-Unmodified-Since. @throws {ApiError} invalid-argument */
function preconditionOf(req: Request): Pick<RecordWrite, 'ifUpdatedAt' | 'conditionName'> {
  const parameter = textOf(req, 'ifUpdatedAt');
  const header = req.get('If-Unmodified-Since');
  if (parameter !== undefined) return { ifUpdatedAt: preconditionTime(parameter) };
  if (header === undefined) return {};
  const conditionName = 'If-Unmodified-Since';
  return { ifUpdatedAt: preconditionTime(header, conditionName), conditionName };
}
