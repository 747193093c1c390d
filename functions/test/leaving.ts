import type { Store } from '../src/store/access.ts';

interface Flow {
  /** Deletes the user. */
  readonly leave: () => Promise<unknown>;
  readonly run: () => Promise<unknown>;
  readonly check: (step: number) => Promise<void>;
}

const asked = ['get', 'getAll', 'query', 'commit', 'transaction'] as const;

/**
 * Runs a flow as often as it has steps: each time somebody leaves right before the next step in which it asks the database.
 * @returns the number of steps
 */
export async function leavingAtEachStep(store: Store, begin: () => Promise<Flow>): Promise<number> {
  for (let step = 0; ; step++) {
    const { leave, run, check } = await begin();
    const hasLeft = interrupted(store, step, leave);
    await run();
    if (!(await hasLeft())) return step;
    await check(step);
  }
}

/** @returns a function that ends it, waits for who leaves, and says whether the flow came so far */
function interrupted(store: Store, step: number, leave: () => Promise<unknown>): () => Promise<boolean> {
  const real = Object.fromEntries(asked.map((name) => [name, store[name]])) as Pick<Store, (typeof asked)[number]>;
  let steps = 0;
  let leaving: Promise<unknown> | undefined;
  const before = async () => {
    if (leaving || steps++ < step) return; // what somebody who leaves asks is no step
    leaving = Promise.resolve().then(leave);
    await leaving;
  };
  for (const name of asked) {
    const call = real[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(store, { [name]: (...given: unknown[]) => (isBeside() ? call(...given) : before().then(() => call(...given))) });
  }
  return async () => {
    Object.assign(store, real);
    await leaving;
    return leaving !== undefined;
  };
}

/**
 * The credits of an account are reserved for all of its calls, and who leaves would wait for the reservation that waits for them.
 * The log and the sums of calls are written beside the flow, whenever they are due.
 */
function isBeside(): boolean {
  return /\/src\/domain\/(usage|requests|call-sums)\//.test(new Error('where it is asked').stack ?? '');
}
