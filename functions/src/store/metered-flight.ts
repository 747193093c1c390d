import { isPlain } from '../config/process.ts';
import { byTurn } from '../runtime/by-turn.ts';
import { charge, currentMeter, type Meter, newMeter } from './model/meter.ts';

/** @param name by which calls are identical */
export type MeteredFlight<Result> = (name: string, work: () => Promise<Result>) => Promise<Result>;

interface Flight<Result> {
  readonly result: Promise<Result>;
  /** Of the first caller, who waits for the result and pays for nothing else meanwhile. */
  readonly meter: Readonly<Meter>;
  readonly before: Readonly<Meter>;
}

const operations = ['reads', 'writes', 'deletes'] as const;

/**
 * Shares work that reads among identical calls of one turn of the event loop. Their requests have all come before the turn began, so
 * none of them can know of an answer that it sends. The meter of each is charged with all that the work has cost, as if it had asked alone.
 * @returns runs `work` once for the calls that name it alike; its errors are thrown to each of them
 */
export function meteredFlight<Result>(isOff = isPlain): MeteredFlight<Result> {
  const turn = byTurn<Flight<Result>>();
  return isOff ? (_name, work) => work() : share;

  function share(name: string, work: () => Promise<Result>): Promise<Result> {
    const { known } = turn();
    const begun = known.get(name);
    if (begun) return join(begun);
    const meter = currentMeter() ?? newMeter();
    const before = { ...meter };
    const result = work();
    known.set(name, { result, meter, before });
    return result;
  }
}

async function join<Result>({ result, meter, before }: Flight<Result>): Promise<Result> {
  try {
    return await result;
  } finally {
    for (const operation of operations) charge(operation, meter[operation] - before[operation]);
  }
}
