import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { type DataVersionDocument, healthPaths } from '../../store/documents/health-documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import { set } from '../../store/model/writes.ts';
import { migrations } from './migrations.ts';

/** A run that dies is followed after this. */
const leaseMillis = 120_000;
/** Longer than instances of the version before live on after a deployment: an hour is the longest time of a request. */
const untilSecondPass = 3600_000;

/** The beginning of the way from a version. */
const at = (version: number): DataVersionDocument => ({
  version,
  target: version,
  pass: 1,
  step: version,
  after: null,
  changed: 0,
  startedAt: null,
  notBefore: null,
  leaseUntil: null,
  failure: null,
});

/**
 * Brings the stored data to the version of this code, page by page: a run that dies is continued where it was. All steps are made
 * twice, the second time an hour later, for documents that instances of the version before have written meanwhile. Data of a newer
 * version, after a deployment was taken back, are left alone.
 * @param until milliseconds since the epoch after which no further page is begun
 * @returns the number of changed documents
 * @throws what a page throws, once it is noted for the health page
 */
export async function runMigrations(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  until: number,
  steps = migrations,
): Promise<number> {
  let changed = 0;
  for (let state = await claim(); state && clock() < until; state = await claim()) {
    const step = steps[state.step];
    if (!step) break;
    try {
      const page = await step.page(store, state.after);
      changed += page.changed;
      await store.commit([set(healthPaths.data, after(state, page, clock()))]);
      if (page.next === null)
        log.info('migration.passed', { migration: step.name, pass: state.pass, changed: state.changed + page.changed });
    } catch (error) {
      const failure = `${step.name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200);
      await store.commit([set(healthPaths.data, { ...state, leaseUntil: null, failure })]);
      throw error;
    }
  }
  return changed;

  /** Two runs at once do not make the same page. */
  function claim(): Promise<DataVersionDocument | null> {
    return store.transaction(async (tx) => {
      const now = clock();
      const state = (await tx.get(healthPaths.data))?.data ?? at(0);
      const waits = [state.leaseUntil, state.notBefore].some((time) => (time?.toMillis() ?? 0) > now);
      if (state.version >= steps.length || waits) return null;
      const started = state.startedAt ? state : { ...state, target: steps.length, startedAt: Timestamp.fromMillis(now) };
      const claimed = { ...started, leaseUntil: Timestamp.fromMillis(now + leaseMillis) };
      tx.write(set(healthPaths.data, claimed));
      return claimed;
    });
  }
}

/** The state after a page; the lease ends with it. */
function after(state: DataVersionDocument, page: { changed: number; next: string | null }, now: number): DataVersionDocument {
  const done = { ...state, after: page.next, changed: state.changed + page.changed, leaseUntil: null, failure: null };
  if (page.next !== null) return done;
  if (state.step + 1 < state.target) return { ...done, step: state.step + 1 };
  if (state.pass === 1) return { ...done, pass: 2, step: state.version, notBefore: Timestamp.fromMillis(now + untilSecondPass) };
  return at(state.target);
}
