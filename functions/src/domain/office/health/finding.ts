import type { HealthState } from '@bedplate/contract';
import { redact } from '../../../config/redact.ts';

/** The outcome of one probe. */
export interface Finding {
  /** `unknown`: the probe could not find out; the last known state is kept. */
  state: HealthState;
  value: number | null;
  reason: string | null;
}

interface Bounds {
  /** From so many milliseconds on it is slow. */
  slow: number;
  /** From so many on it is down. */
  longest: number;
}

/** Runs a probe up to its time limit. Never throws: a failure is a finding. */
export async function timed(work: () => Promise<'off' | void>, { slow, longest }: Bounds): Promise<Finding> {
  const began = performance.now();
  try {
    const outcome = await within(longest, work());
    if (outcome === 'off') return { state: 'off', value: null, reason: null };
    const millis = Math.round(performance.now() - began);
    return { state: millis >= slow ? 'slow' : 'ok', value: millis, reason: null };
  } catch (error) {
    return { state: 'down', value: null, reason: reasonOf(isTimeOut(error) ? noAnswer(longest) : error) };
  }
}

/** A signal: what was found, and from which size on it is a failure. */
export async function watched(
  look: () => Promise<number | null>,
  { most, longest, reason }: { most: number; longest: number; reason: (value: number) => string },
): Promise<Finding> {
  try {
    const value = await within(longest, look());
    if (value === null) return { state: 'off', value: null, reason: null };
    return value > most ? { state: 'down', value, reason: reason(value) } : { state: 'ok', value, reason: null };
  } catch {
    // The asked part has its own probe, which shows the reason.
    return { state: 'unknown', value: null, reason: null };
  }
}

/** @throws when the work takes longer */
export async function within<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer(millis)), millis);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A call with a time limit of its own ends with an error of the runtime, which may come before ours. */
function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function noAnswer(millis: number): Error {
  return new Error(`No answer within ${millis / 1000} s.`);
}

/** A reason for people and the log, without addresses, keys or passwords of foreign errors. */
function reasonOf(error: unknown): string {
  const text =
    error instanceof AggregateError ? String(error.errors[0]) : error instanceof Error ? error.message || error.name : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return redact(`${text}${cause}`).replace(/\s+/g, ' ').slice(0, 200);
}
