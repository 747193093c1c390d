import { freeUsageLimit, planLimits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { cardOf, costOf, planNumbers } from './plan-cards.ts';

test('the cards promise what the contract enforces', () => {
  expect(planNumbers.free.credits).toBe(freeUsageLimit);
  for (const [tier, numbers] of Object.entries(planNumbers))
    expect(planLimits[tier as keyof typeof planLimits]).toMatchObject(withoutCredits(numbers));
});

test.each([
  [19, '$19'],
  [19.5, '$19.50'],
  [1200, '$1,200'],
  // Covers S0-3-01
])('a price of %d is shown as %s', (price, text) => {
  expect(costOf(price)).toBe(text);
});

test('a tier that is not known has the words of enterprise, and promises what the server grants: the limits of pro', () => {
  const { description, benefits } = cardOf({ name: 'Odd', price: 1, tier: 'odd', usageLimit: 5, interval: 'day' });
  expect(description).toBe('For enterprises who need the ultimate solution');
  expect(benefits.map(({ text }) => text)).toEqual(expect.arrayContaining(['20 projects', '100 storages per project']));
});

test('only the plan that is marked stands out, whatever its tier', () => {
  const plan = { name: 'Any', price: 1, usageLimit: 5, interval: 'month' };
  expect(['pro', 'scale', 'enterprise'].map((tier) => cardOf({ ...plan, tier }).special)).toEqual([false, false, false]);
  expect(['pro', 'scale', 'enterprise'].map((tier) => cardOf({ ...plan, tier, mostChosen: true }).special)).toEqual([true, true, true]);
});

function withoutCredits({ projects, storagesPerProject }: { projects: number; storagesPerProject: number }) {
  return { projects, storagesPerProject };
}
