import { type HealthName, healthLabels } from '@bedplate/contract';
import { counted } from '../../../validation/counted.ts';
import type { Turn } from './next-standing.ts';

export type NamedTurn = Turn & { name: HealthName };

/** A turn as a sentence of a mail. */
export function lineOf(turn: NamedTurn): string {
  const label = healthLabels[turn.name];
  if (turn.to === 'down') return `${label}: failing since ${timeOf(turn.startedAt)}. ${turn.reason}`;
  const { startedAt, endedAt } = turn.over;
  const minutes = Math.round((endedAt.toMillis() - startedAt.toMillis()) / 60_000);
  return `${label}: works again. It failed from ${timeOf(startedAt)} to ${timeOf(endedAt)} (${counted(minutes, 'minute')}).`;
}

/** For example 2026-03-29 14:05 UTC. */
export function timeOf(time: { toDate(): Date }): string {
  return `${time.toDate().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
