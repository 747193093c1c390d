import { limits } from '@bedplate/contract';
import { requireVerb } from '../../domain/api-keys/key-scope.ts';
import { reachedQuery } from '../../domain/app-users/reached-query.ts';
import { ownFields, shownToWriter } from '../../domain/app-users/reach.ts';
import type { Act } from '../../domain/records/by-filter/act.ts';
import { type Changed, changeMatching } from '../../domain/records/by-filter/change-matching.ts';
import { type FilteredChange, parseFilteredChange } from '../../domain/records/by-filter/parse-change.ts';
import { previewMatching } from '../../domain/records/by-filter/preview-matching.ts';
import { hurryJob } from '../../domain/records/job-kinds/hurry-job.ts';
import { plainNumbers } from '../../domain/records/model/plain-numbers.ts';
import { updateInput } from '../../domain/records/model/record-input.ts';
import type { WriteAnswer } from '../../domain/records/write/idempotent-work.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import { invalidField, notFound } from '../../errors/api-error.ts';
import type { Answer } from '../../http/handle.ts';
import type { ApiServices } from './api-services.ts';
import { told } from './create-records.ts';
import { payMore } from './pay.ts';
import { rawQuery } from './parameters.ts';
import {
  answerWith,
  authorOf,
  bodyOf,
  idempotentRequest,
  noBody,
  onlyConditions,
  onlyParameters,
  type StorageCall,
} from './storage-call.ts';
import { counted } from '../../validation/counted.ts';

/** PUT and PATCH /{storageKey}/{storageId}?…: the same change of all records that match. */
export async function updateMatching(services: ApiServices, call: StorageCall): Promise<Answer> {
  const parsed = parseFilteredChange(rawQuery(call.req), 'update');
  const body = await bodyOf(call.req, call.storage);
  const fields = ownFields(call.storage, body, { owner: call.owner, closed: call.closed, isNew: false });
  return change(services, call, { parsed, body, change: { op: 'update', fields: checkedFields(call, fields) } });
}

/** DELETE of the same path. */
export async function deleteMatching(services: ApiServices, call: StorageCall): Promise<Answer> {
  const parsed = parseFilteredChange(rawQuery(call.req), 'delete');
  await noBody(call.req, 'a delete by filter');
  return change(services, call, { parsed, body: null, change: { op: 'delete', permanent: parsed.permanent } });
}

/** GET /{storageKey}/{storageId}/jobs/{jobId}: works on the job of a change by filter, and shows how far it is. */
export async function jobOfChange(services: ApiServices, { caller, req, storage }: StorageCall): Promise<Answer> {
  onlyParameters(req, 'a job', []);
  const jobId = String(req.params.jobId);
  const found = await services.store.recordJobs.get(jobId);
  const isTheirs = (!caller.scope && caller.userId === undefined) || found?.data.createdBy === caller.keyId;
  if (found?.data.storageId !== storage.id || found.data.kind !== 'changeMatching' || !isTheirs) throw notFound('Job');
  return { data: await hurryJob(services.records, storage.id, jobId) };
}

/** @throws {ApiError} invalid-argument for a change of nothing, and for a password, which people have each their own */
function checkedFields({ storage }: StorageCall, body: unknown): unknown {
  const fields = storage.data.schema ? body : plainNumbers(body);
  const { fields: values, operations, password } = updateInput(fields);
  if (password !== undefined) throw invalidField('password', 'A password is set record by record, not by a filter.');
  if (Object.keys(values).length + operations.size === 0) throw invalidField('', 'Send the fields to change as a JSON object in the body.');
  return fields;
}

interface Wanted {
  readonly parsed: FilteredChange;
  readonly body: unknown;
  readonly change: Act['change'];
}

async function change(services: ApiServices, call: StorageCall, { parsed, body, change: wanted }: Wanted): Promise<Answer> {
  const { caller, req, storage, owner, access } = call;
  onlyConditions(req);
  // By what a condition matches, values can be found out, and fields by names that are refused.
  requireVerb(caller.scope, 'read');
  const { records } = services;
  const query = await reachedQuery(records, storage, { query: parsed.query, owner, access });
  const act: Act = { query, change: wanted, byUser: caller.userId !== undefined, owner, access: access?.writes, ...authorOf(caller, req) };
  if (parsed.dryRun) return preview(services, call, { asked: parsed.query, act });
  const pay = (count: number) => payMore(services, caller, Math.ceil(count / limits.bulkRecords) - 1);
  const answer = await withIdempotency<Changed>(records, idempotentRequest(caller, req, body), {
    work: (hook) => changeMatching(records, storage, { act, asked: parsed.query, hook, pay }),
    answer: (changed) => answerOf(call, wanted, changed),
  });
  const { job } = answer.body.data as { job: { id: string } | null }; // as `answerOf` made it
  return answerWith(req, job ? { ...answer, body: await withJob(services, call, { body: answer.body, jobId: job.id }) } : answer);
}

function answerOf({ storage }: StorageCall, { op }: Act['change'], { act, matched, isExact, changed, warnings }: Changed): WriteAnswer {
  const done = op === 'update' ? 'updated' : 'deleted';
  const undo = storage.data.history ? { storageId: storage.id, job: act } : null;
  return {
    status: 200,
    body: {
      message: changed === null ? `The records are being ${done}.` : `${counted(changed, 'record')} ${done}`,
      data: { act, matched, isExact, changed: changed ?? 0, undo, job: changed === null ? { id: act } : null },
      ...told(warnings),
    },
  };
}

async function withJob(
  services: ApiServices,
  { storage }: StorageCall,
  { body, jobId }: { body: WriteAnswer['body']; jobId: string },
): Promise<WriteAnswer['body']> {
  const job = await hurryJob(services.records, storage.id, jobId);
  return { ...body, data: { ...(body.data as object), changed: job.changed, job } };
}

async function preview(
  services: ApiServices,
  call: StorageCall,
  { asked, act }: { asked: FilteredChange['query']; act: Act },
): Promise<Answer> {
  const { storage } = call;
  const { samples, warnings, ...counts } = await previewMatching(services.records, storage, { asked, act });
  const data = { ...counts, samples: samples.map((record) => shownToWriter(call, record)), canUndo: (storage.data.history ?? 0) > 0 };
  return answerWith(call.req, { status: 200, body: { message: 'Nothing was changed: this was a dry run.', data, ...told(warnings) } });
}
