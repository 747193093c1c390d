import { type RecordJob } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { keysOnly } from '../../domain/app-users/reach.ts';
import type { AuthorSelector } from '../../domain/records/history/authors.ts';
import type { Selection } from '../../domain/records/undo/selection.ts';
import { previewUndo, selectionOf, startUndo } from '../../domain/records/undo/start-undo.ts';
import { jobKinds } from '../../domain/records/job-kinds/job-kinds.ts';
import { getJob } from '../../domain/records/jobs/list-jobs.ts';
import { workOn } from '../../domain/records/jobs/run-jobs.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { check } from '../../validation/check.ts';
import { PathId } from '../../validation/inputs.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyCaller, ownStorage, paidCall } from './guards.ts';
import { authorOf, onlyParameters } from './storage-call.ts';

const Id = z.string().trim().min(1).max(200);
const Time = z.iso.datetime({ offset: true });
const Undo = z.strictObject({
  /** One of them at most; none: whoever it was. */
  key: Id.optional(),
  user: Id.optional(),
  member: Id.optional(),
  import: Id.optional(),
  request: Id.optional(),
  job: Id.optional(),
  storageId: Id.optional(),
  /** With a storage. */
  record: Id.optional(),
  from: Time.optional(),
  until: Time.optional(),
  dryRun: z.boolean().default(false),
});
const authors = ['key', 'user', 'member', 'import', 'request', 'job'] as const;
/** Time that a call works on its job: small ones end at once. */
const workMillis = 2_000;
/** Storages with a history that one call takes. */
const mostStorages = 50;

/** Takes changes back: of a key, a user, an import, a call, a job, a record or a span of time. Only the account's own pair may: `requirePlace` lets no named key to a path without a storage. */
export function undoRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return routes({
    '/undo': {
      post: handle(guard, {}, async ({ caller, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'an undo', []);
        const body = check(Undo, (await readJson(req)) ?? {});
        const by = selectorOf(body);
        if (body.record !== undefined && body.storageId === undefined)
          throw invalidField('storageId', 'Name the storage of the record in storageId.');
        if (by.kind === 'anyone' && body.record === undefined && body.from === undefined)
          throw invalidField('from', 'Say whose changes are meant, or name a record, or since when in from.');
        const targets = await targetsOf(services, caller, body.storageId);
        const wanted = { by, record: body.record, from: millisOf(body.from), until: millisOf(body.until) };
        const work = (target: StorageRow) => undoIn(services, target, { wanted, dryRun: body.dryRun, author: authorOf(caller, req) });
        const data = [];
        for (const target of targets) data.push(await work(target));
        return { data };
      }),
    },
    '/undo/:storageId/:jobId': {
      get: handle(guard, { params: z.object({ storageId: PathId, jobId: PathId }) }, async ({ caller, params }) => {
        keysOnly(caller);
        const storage = await ownStorage(services, caller, params.storageId);
        if (!storage) throw notFound('Job');
        await getJob(services.records, storage.id, params.jobId);
        await workOn(services.records, { kinds: jobKinds, jobId: params.jobId, until: services.clock() + workMillis });
        return { data: await getJob(services.records, storage.id, params.jobId) };
      }),
    },
  });
}

interface Asked {
  readonly wanted: { by: AuthorSelector; record: string | undefined; from: number | undefined; until: number | undefined };
  readonly dryRun: boolean;
  readonly author: ReturnType<typeof authorOf>;
}

async function undoIn(services: ApiServices, storage: StorageRow, { wanted, dryRun, author }: Asked) {
  const named = { storageId: storage.id, storageKey: storage.data.storageKey };
  const selection: Selection = await selectionOf(services.records, storage, wanted);
  if (dryRun) return { ...named, ...(await previewUndo(services.records, storage, selection)) };
  const jobId = await startUndo(services.records, storage, { selection, author });
  await workOn(services.records, { kinds: jobKinds, jobId, until: services.clock() + workMillis });
  const job: RecordJob = await getJob(services.records, storage.id, jobId);
  return { ...named, job };
}

function selectorOf(body: z.infer<typeof Undo>): AuthorSelector {
  const given = authors.filter((name) => body[name] !== undefined);
  const [kind, second] = given;
  if (second) throw invalidField(second, `Name one of ${authors.join(', ')} in one call.`);
  return kind === undefined ? { kind: 'anyone' } : { kind, id: body[kind] ?? '' };
}

const millisOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

async function targetsOf(services: ApiServices, caller: ApiCaller, storageId: string | undefined): Promise<StorageRow[]> {
  if (storageId !== undefined) {
    const storage = await ownStorage(services, caller, storageId);
    if (!storage) throw notFound('Storage');
    if (!storage.data.history) throw invalidField('storageId', 'This storage keeps no history. Switch it on in its settings.');
    return [storage];
  }
  const { rows } = await services.store.storages.query({
    where: [
      ['projectId', '==', caller.projectId],
      ['archived', '==', false],
    ],
    orderBy: [['createdAt', 'asc']],
    limit: 1000,
  });
  const kept = rows.filter(({ data }) => data.tenantId === caller.tenantId && (data.history ?? 0) > 0);
  if (kept.length > mostStorages) throw invalidField('storageId', `More than ${mostStorages} storages keep a history: name one of them.`);
  if (kept.length === 0) throw new ApiError('not-found', 'No storage of this project keeps a history.');
  return kept;
}
