import type { FieldProblem } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { mostToldEach, toldOncePart } from '../jobs/told-once.ts';
import { newJob } from '../model/new-job.ts';
import type { CommitHook, WriteResult } from '../model/record-write.ts';
import { updateInput } from '../model/record-input.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { ListQuery } from '../query/list-query.ts';
import type { ListPage } from '../query/run-plan.ts';
import { writeRecords } from '../write/write-records.ts';
import { type Act, authorIn, textOfAct, warningsOf, writeOf } from './act.ts';
import { selectMatching } from './select-matching.ts';

const attempts = 5;

export interface Changed {
  /** The name of the act, by which it is taken back. */
  readonly act: string;
  /** Records that match. */
  readonly matched: number;
  /** False when there are at least so many. */
  readonly isExact: boolean;
  /** Null when a job by the act's name changes them. */
  readonly changed: number | null;
  /** Faults by the schema that are stored all the same, by the record; a job tells none. */
  readonly warnings?: readonly FieldProblem[];
}

export interface Changing {
  readonly act: Act;
  /** The query as it came. */
  readonly asked: ListQuery;
  readonly hook: CommitHook<Changed>;
  /** Pays for a job on so many records. @returns a function that gives it back */
  readonly pay: (records: number) => Promise<() => void>;
}

/**
 * Changes all records that match: a few in one commit, all or none, more as a job.
 * @throws {ApiError} as a batch does, naming the record as in "records[abc]"
 */
export async function changeMatching(services: RecordServices, storage: StorageRow, changing: Changing): Promise<Changed> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await selectMatching(services, storage, changing);
    if (page.next) return beginJob(services, storage, { ...changing, page });
    try {
      return await changeAtOnce(services, storage, { ...changing, page });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'payload-too-large' && page.found.length > 1 && !changing.act.access)
        return beginJob(services, storage, { ...changing, page });
      if (!isRace(error) || attempt >= attempts) throw error;
    }
  }
}

/** Somebody has changed one of the records since it was found. */
function isRace({ code, details }: ApiError): boolean {
  return code === 'not-found' || (code === 'conflict' && (details ?? []).some(({ field }) => field.endsWith('.ifUpdatedAt')));
}

type Selected = Changing & { readonly page: ListPage };

async function changeAtOnce(services: RecordServices, storage: StorageRow, { act, page, hook }: Selected): Promise<Changed> {
  const count = page.found.length;
  const changed: Changed = { act: services.makeId().id, matched: count, isExact: true, changed: count };
  if (count === 0) {
    const writes = hook.alsoWrites(changed);
    if (writes.length > 0) await services.store.commit(writes);
    return changed;
  }
  const writes = page.found.map((found) => writeOf(storage, act, found));
  const results = await writeRecords(services, writes, {
    ...authorIn(act, changed.act),
    telling: { cause: { kind: 'change', id: changed.act } },
    hook: { alsoWrites: (done) => hook.alsoWrites(withWarnings(changed, done)) },
  });
  return withWarnings(changed, results);
}

const warnedAtMost = 20;

function withWarnings(changed: Changed, results: readonly WriteResult[]): Changed {
  const all = warningsOf(results);
  return all.length > 0 ? { ...changed, warnings: all.slice(0, warnedAtMost) } : changed;
}

async function beginJob(services: RecordServices, storage: StorageRow, { act, page, hook, pay }: Selected): Promise<Changed> {
  const giveBack = await pay(page.total);
  const { id, write } = newJob(services, storage, {
    kind: 'changeMatching',
    input: {
      op: act.change.op,
      act: textOfAct(act),
      hasHistory: (storage.data.history ?? 0) > 0,
      ...toldOncePart(page.total > mostToldEach),
    },
    actor: act.actor,
    keepsBefore: isWorkedOut(act),
    ...(page.totalIsExact ? { total: page.total } : {}),
  });
  const changed: Changed = { act: id, matched: page.total, isExact: page.totalIsExact, changed: null };
  try {
    await services.store.commit([write, ...hook.alsoWrites(changed)]);
  } catch (error) {
    giveBack();
    throw error;
  }
  return changed;
}

/** An operation is done once: the values before, which are kept, tell a repeated page which records it has changed. */
function isWorkedOut({ change }: Act): boolean {
  return change.op === 'update' && updateInput(change.fields).operations.size > 0;
}
