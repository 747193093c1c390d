import { textOf } from '../../texts/index.ts';

/** @returns the name of a plan's tier as people see it; what is no tier keeps its own */
export function tierName(tier: string): string {
  return textOf(`tier.${tier}`, tier);
}
