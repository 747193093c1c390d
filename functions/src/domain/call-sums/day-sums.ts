import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CallReportBy } from '@bedplate/contract';
import { addTo, type CallSum, noCalls } from './call-sum.ts';

/** The calls of one hour, in all and divided in each way. */
export interface HourSums {
  all: CallSum;
  storage: Record<string, CallSum>;
  key: Record<string, CallSum>;
  verb: Record<string, CallSum>;
}

/** By the hour of a day, "00" to "23". */
export type DaySums = Record<string, HourSums>;

/** Storages or keys of one hour that are told apart: a document has an end. */
const namesAtMost = 200;
/** All others together. */
export const others = '~';

const divided: readonly CallReportBy[] = ['storage', 'key', 'verb'];

export function hourOf(day: DaySums, hour: string): HourSums {
  const found = day[hour] ?? { all: noCalls(), storage: {}, key: {}, verb: {} };
  day[hour] = found;
  return found;
}

export function groupOf(groups: Record<string, CallSum>, name: string): CallSum {
  const isKnown = Object.hasOwn(groups, name) || Object.keys(groups).length < namesAtMost;
  const key = isKnown ? name : others;
  const found = groups[key] ?? noCalls();
  groups[key] = found;
  return found;
}

/** Adds the hours of one to those of another. */
export function addDay(day: DaySums, more: DaySums): void {
  for (const [hour, sums] of Object.entries(more)) {
    const found = hourOf(day, hour);
    addTo(found.all, sums.all);
    for (const by of divided) for (const [name, sum] of Object.entries(sums[by])) addTo(groupOf(found[by], name), sum);
  }
}

export function packDay(day: DaySums): Buffer {
  return deflateRawSync(JSON.stringify(day));
}

export function unpackDay(packed: Uint8Array): DaySums {
  return JSON.parse(inflateRawSync(packed).toString()) as DaySums; // as `packDay` wrote it
}
