import type { JobStorage, RecordJobKind, Text } from '@bedplate/contract';
import { log } from '../../../config/log.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { inTurns } from '../../../runtime/in-turns.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { recordJobs } from '../../../store/collections.ts';
import type { RecordJobDocument } from '../../../store/documents/job-documents.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { DamagedObjectError } from '../snapshots/segment.ts';
import { isIn } from './list-jobs.ts';
import type { Job, JobKind, JobPage } from './job-kind.ts';
import { endEvents } from './told-once.ts';

/** A run that dies is followed after this; a page takes less. */
const leaseMillis = 60_000;
/** After a page that failed. */
const pauseMillis = 30_000;
/** Of those that wait at a time. */
const jobsLooked = 500;
/** Of the records that refuse a job's change, so many are named. */
const refusalsKept = 10;
/** As many as an answer has that tells of the records themselves. */
const warningsKept = 20;

export type JobKinds = Readonly<Record<RecordJobKind, JobKind>>;

/**
 * Works on all jobs that have begun, page by page in turn. A run that dies is continued where it was. Decision 062.
 * @param until milliseconds since the epoch after which no further page is begun
 * @returns the number of pages
 */
export async function runJobs(services: RecordServices, kinds: JobKinds, until: number): Promise<number> {
  const { rows } = await services.store.recordJobs.query({ where: [['state', '==', 'running']], limit: jobsLooked, select: [] });
  let pages = 0;
  await inTurns(
    rows.map(({ id }) => id),
    { now: services.now, until },
    async (id) => {
      const outcome = await workOnPage(services, kinds, id);
      if (outcome !== 'waits') pages += 1;
      return outcome === 'goes on';
    },
  );
  return pages;
}

/**
 * Works on one job, for whoever waits for it: so a small one is done by the call that asks for its progress.
 * @param until milliseconds since the epoch after which no further page is begun
 */
export async function workOn(
  services: RecordServices,
  { kinds, jobId, until }: { kinds: JobKinds; jobId: string; until: number },
): Promise<void> {
  while (services.now() < until && (await workOnPage(services, kinds, jobId)) === 'goes on');
}

/** `waits`: another run has the job, or it is not its time, or there is nothing to do. */
type Outcome = 'goes on' | 'done' | 'failed' | 'waits';

async function workOnPage(services: RecordServices, kinds: JobKinds, jobId: string): Promise<Outcome> {
  const job = await claim(services, jobId);
  if (!job) return 'waits';
  const storage = await services.store.storages.get(storageOf(job.data));
  // A storage that is being deleted for good has no records to work on.
  if (!storage) return note(services, { job, page: { seen: 0, changed: 0, kept: 0, next: null } });
  const kind = kinds[job.data.kind];
  try {
    const page = await kind.page(services, storage, job);
    if (page.next === null) await kind.finish?.(services, storage, job);
    return await note(services, { job, page });
  } catch (error) {
    log.error('recordJob.failed', { job: jobId, kind: job.data.kind }, error);
    await release(services, job, error);
    return 'failed';
  }
}

/** Two runs at once do not work on the same page. */
function claim({ store, now }: RecordServices, jobId: string): Promise<Job | null> {
  return store.transaction(async (tx) => {
    const found = await tx.recordJobs.get(jobId);
    const isFree = [found?.data.leaseUntil, found?.data.notBefore].every((time) => (time?.toMillis() ?? 0) <= now());
    if (!found || found.data.state !== 'running' || !isFree) return null;
    const leaseUntil = Timestamp.fromMillis(now() + leaseMillis);
    tx.write(recordJobs.update(jobId, { leaseUntil }));
    return { id: jobId, data: { ...found.data, leaseUntil } };
  });
}

/** Stores where the page ended, unless another run took the job over or somebody cancelled it meanwhile. */
function note(services: RecordServices, { job, page }: { job: Job; page: JobPage }): Promise<Outcome> {
  return services.store.transaction(async (tx) => {
    const found = await tx.recordJobs.get(job.id);
    if (!found || !holds(found.data, job)) return 'waits';
    const worked = storageOf(job.data);
    const several = found.data.storages && { storages: withPage(found.data.storages, worked, page) };
    // A storage that was deleted for good meanwhile is not among them any more.
    const next = isIn(found.data, worked) ? page.next : null;
    const isDone = next === null && !several?.storages.some((storage) => !storage.isDone);
    const isEnd = isDone && found.data.state === 'running';
    const counts = {
      seen: found.data.seen + page.seen,
      changed: found.data.changed + page.changed,
      kept: found.data.kept + page.kept,
    };
    // Of a job that was cancelled while it worked on this page, the event at that moment did not count it.
    const isTold = isEnd || page.changed > 0;
    const data: Job['data'] = { ...found.data, ...counts, ...several, ...(isEnd && { state: 'done' }) };
    tx.write(
      recordJobs.update(job.id, {
        after: next,
        ...counts,
        ...several,
        ...toldPart(found.data, page),
        ...(several && next === null ? { again: [], passed: [] } : placesPart(found.data, page)),
        failure: null,
        leaseUntil: null,
        ...(isEnd && { state: 'done', finishedAt: Timestamp.fromMillis(services.now()) }),
      }),
      ...(isTold ? await endEvents(services, { id: job.id, data }) : []),
    );
    return isDone || found.data.state !== 'running' ? 'done' : 'goes on';
  });
}

/** @returns the storage that is worked on */
function storageOf({ storageId, storages }: RecordJobDocument): string {
  return storages?.find(({ isDone }) => !isDone)?.storageId ?? storageId;
}

function withPage(storages: readonly JobStorage[], storageId: string, { seen, changed, kept, next }: JobPage): JobStorage[] {
  return storages.map((one) =>
    one.storageId === storageId
      ? { storageId, seen: one.seen + seen, changed: one.changed + changed, kept: one.kept + kept, isDone: next === null }
      : one,
  );
}

function placesPart({ again = [], passed = [] }: RecordJobDocument, page: JobPage): Pick<RecordJobDocument, 'again' | 'passed'> {
  return { ...(page.again && { again: [...again, ...page.again] }), ...(page.passed && { passed: [...passed, ...page.passed] }) };
}

/** An object to the compiler: Firestore's type of a change does not know texts with values of any name. */
function toldPart({ refused = [], warnings = [] }: RecordJobDocument, page: JobPage): object {
  return {
    ...(page.refused && { refused: [...refused, ...page.refused].slice(0, refusalsKept) }),
    ...(page.warnings?.length && { warnings: [...warnings, ...page.warnings].slice(0, warningsKept) }),
  };
}

/** Tries the page again after a pause. */
async function release({ store, now }: RecordServices, job: Job, error: unknown): Promise<void> {
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  await store.transaction(async (tx) => {
    const found = await tx.recordJobs.get(job.id);
    if (!found || !holds(found.data, job)) return;
    const notBefore = Timestamp.fromMillis(now() + pauseMillis);
    tx.write(recordJobs.update(job.id, { leaseUntil: null, failure, ...reasonPart(error), notBefore }));
  });
}

/** An object to the compiler, as above. */
function reasonPart(error: unknown): object {
  return { failureText: reasonOf(error) };
}

/** @returns what people are told: a refusal as it is, anything else is ours */
function reasonOf(error: unknown): Text {
  if (error instanceof DamagedObjectError) return say('restoreDamaged');
  return (error instanceof ApiError && error.status < 500 && error.text) || say('stepBroke');
}

/** A run whose lease has ended, and which another one follows, notes nothing. */
function holds({ leaseUntil }: RecordJobDocument, job: Job): boolean {
  return leaseUntil !== null && job.data.leaseUntil !== null && leaseUntil.isEqual(job.data.leaseUntil);
}
