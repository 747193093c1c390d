import { isPlain } from '../config/process.ts';
import { charge, type Meter, newMeter, withMeter } from './model/meter.ts';
import { singleFlight } from './rest/single-flight.ts';

interface Flown<Result> {
  readonly spent: Readonly<Meter>;
  readonly outcome: PromiseSettledResult<Result>;
}

/** @param of the object and name by which calls are identical */
export type MeteredFlight<Result> = (of: object, name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Shares work that reads among identical calls of one turn of the event loop. It begins after the last of them, so each sees all
 * earlier writes. The meter of each is charged with all that the work has cost, as if it had asked alone.
 * @returns runs `work` once for the calls that name it alike and have the same object; its errors are thrown to each of them
 */
export function meteredFlight<Result>(isOff = isPlain): MeteredFlight<Result> {
  const flights = new WeakMap<object, ReturnType<typeof singleFlight<Flown<Result>>>>();
  return async (of, name, work) => {
    if (isOff) return work();
    const flight = flights.get(of) ?? singleFlight<Flown<Result>>();
    flights.set(of, flight);
    const { spent, outcome } = await flight(name, () => flown(work));
    for (const operation of ['reads', 'writes', 'deletes'] as const) charge(operation, spent[operation]);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

async function flown<Result>(work: () => Promise<Result>): Promise<Flown<Result>> {
  const spent = newMeter();
  const [outcome] = await withMeter(spent, () => Promise.allSettled([work()]));
  return { spent, outcome };
}
