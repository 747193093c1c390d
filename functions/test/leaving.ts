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
    if (!hasLeft()) return step;
    await check(step);
  }
}

/** @returns a function that ends it, and says whether the flow came so far */
function interrupted(store: Store, step: number, leave: () => Promise<unknown>): () => boolean {
  const real = Object.fromEntries(asked.map((name) => [name, store[name]])) as Pick<Store, (typeof asked)[number]>;
  let [left, steps] = [false, 0];
  const before = async () => {
    if (left || steps++ < step) return;
    left = true; // what it asks itself is no step
    await leave();
  };
  for (const name of asked) {
    const call = real[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(store, { [name]: (...given: unknown[]) => (isPayment() ? call(...given) : before().then(() => call(...given))) });
  }
  return () => {
    Object.assign(store, real);
    return left;
  };
}

/** The credits of an account are reserved for all of its calls, and who leaves would wait for the reservation that waits for them. */
function isPayment(): boolean {
  return new Error('where it is asked').stack?.includes('/src/domain/usage/') === true;
}
