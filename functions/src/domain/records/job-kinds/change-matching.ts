import { encodeFields, type FieldProblem, type Json } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { beforeJob, records } from '../../../store/collections.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import { type Act, actOfText, authorIn, warningsOf, writeOf } from '../by-filter/act.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { eachAtOnce } from '../jobs/each-at-once.ts';
import { type Job, type JobKind, reasonOf, type Refusal } from '../jobs/job-kind.ts';
import { keptDays } from '../model/new-job.ts';
import { tellingOf } from '../jobs/told-once.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type Candidate, candidateOf } from '../query/candidate.ts';
import { writeCursor } from '../query/cursor.ts';
import type { ListQuery } from '../query/list-query.ts';
import { listRecords } from '../query/list-records.ts';
import { matchOf } from '../query/match.ts';
import { writeRecords } from '../write/write-records.ts';

const perPage = 200;
/** Each has a commit of its own, so that no other writer waits. */
const atOnce = 16;
const attempts = 5;

/**
 * Changes the records that match, newest first, so that those that come meanwhile stay as they are. A record that somebody else
 * changes is looked at again, and is left alone when it matches no more.
 */
export const changeMatchingKind: JobKind = {
  async page(services, storage, job) {
    const act = actOfText(job.data.input.act);
    const { named: _, ...asked } = act.query;
    const query: ListQuery = { ...asked, limit: perPage, countsNoTotal: true };
    const { found, next } = await listRecords(services, storage, job.data.after === null ? query : { ...query, cursor: job.data.after });
    const warnings: FieldProblem[] = [];
    const work = { job, act, isMatch: matchOf(catalogueOf(storage.data), query), warnings };
    const outcomes = await eachAtOnce(found, atOnce, (one) => changeOne(services, storage, { ...work, one }));
    const refused = outcomes.filter((outcome) => typeof outcome !== 'string');
    return {
      seen: found.length,
      changed: outcomes.filter((outcome) => outcome === 'changed').length,
      kept: refused.length,
      refused,
      warnings,
      next: next && writeCursor({ secret: services.cursorSecret, storageId: storage.id }, query, next),
    };
  },
};

type Outcome = 'changed' | 'same' | Refusal;

interface Work {
  readonly job: Job;
  readonly act: Act;
  readonly isMatch: (candidate: Candidate) => boolean;
  /** Gets what the changed records are warned of. */
  readonly warnings: FieldProblem[];
  readonly one: Candidate;
}

async function changeOne(services: RecordServices, storage: StorageRow, { job, act, isMatch, warnings, one }: Work): Promise<Outcome> {
  let found: Candidate | null = one;
  let refusal: ApiError | undefined;
  for (let attempt = 0; found && isMatch(found) && attempt < attempts; attempt += 1) {
    const write: RecordWrite = { ...writeOf(storage, act, found), where: '' };
    if (isDone(write, found)) return 'same';
    const state = found;
    try {
      const results = await writeRecords(services, [write], {
        ...authorIn(act, job.id),
        ...tellingOf(storage, job),
        hook: {
          alsoWrites: ([result]) => (job.data.keepsBefore ? [before(services, job, { state, write, after: result?.data?.updatedAt })] : []),
        },
      });
      warnings.push(...warningsOf(results));
      return 'changed';
    } catch (error) {
      if (job.data.keepsBefore && isAlreadyExists(error)) return 'same'; // this page has done it before
      if (!(error instanceof ApiError)) throw error;
      refusal = error;
      if (error.code !== 'conflict' && error.code !== 'not-found') break;
    }
    const row = await services.store.in(records(storage.id)).get(one.id);
    found = row && candidateOf(row);
    if (found?.stored.updatedAt.isEqual(state.stored.updatedAt)) break; // nobody has changed it: the change itself is refused
  }
  return refusal && found && isMatch(found) ? { id: found.stored.clientId ?? found.id, ...reasonOf(refusal) } : 'same';
}

/** Values that the record has already, as when a page is repeated. */
function isDone(write: RecordWrite, { fields }: Candidate): boolean {
  if (write.op !== 'update' || write.input.operations.size > 0) return false;
  return Object.entries(write.input.fields).every(([name, value]) => JSON.stringify(fields[name]) === JSON.stringify(value));
}

interface Replaced {
  readonly state: Candidate;
  readonly write: RecordWrite;
  readonly after: string | undefined;
}

/** Made once: a second change of the same record by this job is refused with it. */
function before({ now }: RecordServices, job: Job, { state: { id, fields }, write, after }: Replaced): Write {
  const names = write.op === 'update' ? [...Object.keys(write.input.fields), ...write.input.operations.keys()] : [];
  const had: Record<string, Json> = {};
  for (const name of names) if (Object.hasOwn(fields, name)) had[name] = fields[name] ?? null;
  return beforeJob(job.id).create(id, {
    fields: encodeFields(had),
    missing: names.filter((name) => !Object.hasOwn(fields, name)),
    trashed: false,
    after: after ?? null,
    expiresAt: Timestamp.fromMillis(now() + keptDays * 86_400_000),
  });
}
