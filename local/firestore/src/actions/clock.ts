import { Timestamp } from '../model/value.ts';

/** The wall clock, in milliseconds, as request.time has it. */
export function now(): Timestamp {
  return Timestamp.fromMicros(Date.now() * 1000);
}
