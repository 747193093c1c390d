import type { PlanCard } from './plan-cards.ts';

/** As in contract/src/plans.ts; a test compares them. */
export const creditsPerDollar = 2000;

export interface Offer {
  card: PlanCard;
  /** US dollars a month, those for bought credits included. */
  dollars: number;
  /** Credits beyond those of the plan. */
  bought: number;
}

/** @returns the plan with which so many calls a month cost least; credits beyond the plan's are bought by whole dollars */
export function cheapest(cards: readonly PlanCard[], callsAMonth: number): Offer | undefined {
  const offers = cards
    .filter(({ isMonthly }) => isMonthly)
    .map((card) => {
      const bought = Math.max(0, callsAMonth - card.credits);
      return { card, bought, dollars: card.price + Math.ceil(bought / creditsPerDollar) };
    });
  return offers.sort((a, b) => a.dollars - b.dollars)[0];
}
