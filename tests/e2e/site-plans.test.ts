import { describe, expect, test } from 'vitest';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

const wide = { width: 1280, height: 800 };

describe('plans', () => {
  const plans = [
    { name: 'Pro', price: 19, tier: 'pro', usageLimit: 1_000_000, interval: 'month' },
    { name: 'Scale', price: 19.5, tier: 'scale', usageLimit: 5_000_000, interval: 'year' },
    { name: 'Galaxy', price: 900, tier: null, usageLimit: 90_000_000, interval: 'week' },
  ];

  // Covers S0-2.8-01, S0-2.8-02, S0-3-01, S0-3-02, S0-3-03, S0-7-07, S0-9-01, S0-9-02, S0-9-03, S0-9-04, S0-9-05, S0-9-06, S0-9-07, S0-9-08
  test('has a card for each plan', async () => {
    const { page: fresh } = await openWindow(wide);
    const authorizations: (string | null)[] = [];
    await fresh.route('**/api/subscriptions/premium-products', async (route) => {
      authorizations.push(await route.request().headerValue('authorization'));
      await route.fulfill({ json: { success: true, data: plans } });
    });
    await fresh.goto('/');
    await fresh.getByText('Unlock Galaxy').waitFor();
    expect(authorizations.map((value) => value?.trim())).toEqual(['Bearer']);
    const cards = await fresh.locator('.plan').allTextContents();
    const expected = [
      [
        'Free',
        '$0',
        '30,000',
        '2 projects',
        '15 storages per project',
        'students and personal hobby projects',
        'Soft delete',
        'User role creation',
        'Data analytics',
        'Get Started For Free',
      ],
      [
        'Pro',
        '$19 per month',
        '1,000,000',
        '20 projects',
        '100 storages',
        'For developers who need to scale',
        'Everything in free plus more',
        'Cloud Functionality soon',
        'Unlock Pro',
      ],
      [
        'Scale',
        '$19.50 per year',
        '5,000,000',
        '50 projects',
        '200 storages',
        'For enthusiasts who need the best',
        'Everything in pro',
        'Unlock Scale',
      ],
      [
        'Galaxy',
        '$900 per week',
        '90,000,000',
        '20 projects',
        '100 storages',
        'For enterprises who need the ultimate solution',
        'Everything in free plus more',
        'Unlock Galaxy',
      ],
    ];
    expect(cards.length).toBe(expected.length);
    for (const [at, parts] of expected.entries()) for (const part of parts) expect(cards[at]).toContain(part);
  });

  test.each([
    ['a refusal', { status: 500, json: { success: false } }],
    ['success false', { status: 200, json: { success: false, message: 'no' } }],
    ['no plans', { status: 200, json: { success: true, data: [] } }],
    // Covers S0-8-01, S0-2.8-02
  ])('leaves the free card alone after %s', async (_, answer) => {
    const fresh = await openWindow(wide);
    fresh.expectErrors(/status of 500/);
    await fresh.page.route('**/api/subscriptions/premium-products', (route) => route.fulfill(answer));
    const asked = fresh.page.waitForResponse('**/api/subscriptions/premium-products');
    await fresh.page.goto('/');
    await asked;
    expect(await fresh.page.locator('.plan h3').allTextContents()).toEqual(['Free ']);
    expect(await fresh.page.getByText('Failed to load products').count()).toBe(0);
  });
});
