import { type HealthFigures, healthLimits } from '@bedplate/contract';

/** A failure among a day's milliseconds. */
export const failedSlot = -1;

/** @returns which of the day's five minutes a moment is in */
export function slotOf(millis: number): number {
  return Math.floor((millis % 86_400_000) / healthLimits.checkMillis);
}

/** @returns yyyy-mm-dd in UTC */
export function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** A day in four numbers. */
export function figuresOf(values: readonly (number | null)[]): HealthFigures {
  const checks = values.filter((value) => value !== null);
  const answered = checks.filter((value) => value !== failedSlot).sort((a, b) => a - b);
  const at = (share: number) => answered[Math.max(0, Math.ceil(answered.length * share) - 1)] ?? null;
  return { checks: checks.length, failed: checks.length - answered.length, p50: at(0.5), p95: at(0.95) };
}
