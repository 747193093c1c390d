import type { CapPeriod } from '@bedplate/contract';
import { sha256 } from '../../crypto/crypt.ts';
import { dayOf, monthOf, nextMonth } from '../usage/usage-document.ts';

/** @returns the document that counts a capped scope in the period of a moment; names of scopes hold ids that apps choose */
export function capUseId(scope: string, per: CapPeriod, at: number): string {
  return `${sha256(scope).slice(0, 40)}_${periodOf(per, at)}`;
}

/** @returns such as 202611 or 20261126, in UTC */
export function periodOf(per: CapPeriod, at: number): string {
  return per === 'month' ? monthOf(at) : monthOf(at) + dayOf(at);
}

const dayMillis = 86_400_000;

/** @returns when the period of a moment ends, in milliseconds since the epoch */
export function endOfPeriod(per: CapPeriod, at: number): number {
  return per === 'month' ? nextMonth(at) : (Math.floor(at / dayMillis) + 1) * dayMillis;
}
