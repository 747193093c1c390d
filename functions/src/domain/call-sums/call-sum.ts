/** Calls that are counted together: as short as it is stored. */
export interface CallSum {
  /** Calls, errors and credits. */
  c: number;
  e: number;
  r: number;
  /** Calls by the step of their latency. */
  b: Record<string, number>;
}

export const noCalls = (): CallSum => ({ c: 0, e: 0, r: 0, b: {} });

/** Each step is the square root of two: an estimate is off by a fifth at most. */
const firstMillis = 4;
const lastStep = 28;

export function stepOf(ms: number): number {
  return Math.min(lastStep, Math.max(0, Math.ceil(Math.log2(Math.max(1, ms) / firstMillis) * 2)));
}

function boundOf(step: number): number {
  return firstMillis * 2 ** (step / 2);
}

/** Adds one call. */
export function addCall(sum: CallSum, { isError, credits, step }: { isError: boolean; credits: number; step: number }): void {
  sum.c += 1;
  if (isError) sum.e += 1;
  sum.r += credits;
  sum.b[step] = (sum.b[step] ?? 0) + 1;
}

/** Adds one sum to another. */
export function addTo(sum: CallSum, { c, e, r, b }: CallSum): void {
  sum.c += c;
  sum.e += e;
  sum.r += r;
  for (const [step, calls] of Object.entries(b)) sum.b[step] = (sum.b[step] ?? 0) + calls;
}

/** @returns milliseconds that this share of the calls took at most, estimated within its step; null without a call */
export function latencyOf({ b }: Pick<CallSum, 'b'>, share: number): number | null {
  const steps = Object.entries(b)
    .map(([step, calls]) => [Number(step), calls] as const)
    .sort(([a], [other]) => a - other);
  const total = steps.reduce((sum, [, calls]) => sum + calls, 0);
  let before = 0;
  for (const [step, calls] of steps) {
    const wanted = share * total - before;
    if (wanted <= calls) {
      const [low, high] = [step === 0 ? 0 : boundOf(step - 1), boundOf(step)];
      return Math.round(low + (high - low) * (wanted / calls));
    }
    before += calls;
  }
  return null;
}
