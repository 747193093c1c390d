import { type CapPeriod, SpendCap } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import '../../texts/caps.ts';

/** A cap as it is typed; empty credits mean none. */
export interface CapValues {
  credits: string;
  per: CapPeriod;
}

export function capValuesOf(cap: SpendCap | null): CapValues {
  return { credits: cap ? String(cap.credits) : '', per: cap?.per ?? 'month' };
}

/** @returns the cap; null for none, undefined for a number that is none */
export function capOf({ credits, per }: CapValues): SpendCap | null | undefined {
  if (credits.trim() === '') return null;
  return SpendCap.safeParse({ credits: Number(credits), per }).data;
}

export function capText(cap: SpendCap | null): string {
  return cap ? t('caps.value', { credits: cap.credits, per: t(`caps.${cap.per}`) }) : t('caps.none');
}
