import { backupDays, creditsPerDollar, freeUsageLimit, planLimits, requestLogDaysOf, tiers } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { cardOf, costOf, freeCard, freeCredits, planNumbers } from './plan-cards.ts';
import { cheapest, creditsPerDollar as soldPerDollar } from './price-of.ts';

test('the cards promise what the contract enforces', () => {
  expect(freeCredits).toBe(freeUsageLimit);
  expect(soldPerDollar).toBe(creditsPerDollar);
  const promised = Object.entries(planNumbers).map(([tier, { fileGibibytes, ...numbers }]) => [
    tier,
    { ...numbers, fileBytes: fileGibibytes * 1024 ** 3 },
  ]);
  const enforced = tiers.map((tier) => [
    tier,
    { ...planLimits[tier], requestLogDays: requestLogDaysOf(tier), backupDays: backupDays[tier] },
  ]);
  expect(promised).toEqual(enforced);
});

test.each([
  [30_000, 'Free', 0],
  [30_001, 'Free', 1],
  [70_000, 'Pro', 19],
  [90_000, 'Pro', 29],
  [2_500_000, 'Scale', 1204],
])('%d calls a month cost least with %s: %d dollars', (calls, title, dollars) => {
  const plans = [
    { name: 'Pro', tier: 'pro', price: 19, usageLimit: 70_000, interval: 'month' },
    { name: 'Scale', tier: 'scale', price: 79, usageLimit: 250_000, interval: 'month' },
    { name: 'Once', tier: 'scale', price: 1, usageLimit: 9_000_000, interval: null },
  ];
  expect(cheapest([freeCard, ...plans.map(cardOf)], calls)).toMatchObject({ card: { title }, dollars });
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
