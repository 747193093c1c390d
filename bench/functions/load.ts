import { cpuMillis } from './cpu-time.ts';
import type { HttpAnswer } from './http-client.ts';

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds from before the request to the end of its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Billed operations per request, as the answers state them; NaN where they do not. */
  readonly reads: number;
  readonly writes: number;
  /** Milliseconds of the servers' processor time per request: what is left of a comparison on a busy machine. */
  readonly cpu: number;
}

/** Keeps `concurrency` requests going for `millis`. @param servers their process ids @throws {Error} with the answer, when one is not a success */
export async function load(
  request: () => Promise<HttpAnswer>,
  concurrency: number,
  millis: number,
  servers: readonly number[] = [],
): Promise<Measured> {
  const times: number[] = [];
  let reads = 0;
  let writes = 0;
  const cpuBefore = cpuMillis(servers);
  const began = performance.now();
  const until = began + millis;
  const run = async () => {
    for (let start = began; start < until; ) {
      const { status, headers, text } = await request();
      if (status >= 300) throw new Error(`The server answered ${status}: ${text}`);
      const end = performance.now();
      times.push(end - start);
      start = end;
      reads += Number(headers['x-bedplate-reads']);
      writes += Number(headers['x-bedplate-writes']);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  const cpu = cpuMillis(servers) - cpuBefore;
  const count = times.length;
  return {
    perSecond: (count / (performance.now() - began)) * 1000,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    reads: reads / count,
    writes: writes / count,
    cpu: cpu / count,
  };
}

/** @returns the round whose rate is the median */
export function median(rounds: readonly Measured[]): Measured {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return middle;
}

/** @param share 0.5 for the median */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
