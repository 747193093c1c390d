import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

const request = (headers: Record<string, string>) => ({ get: (name: string) => headers[name] }) as Parameters<typeof placeOf>[0];

test.each([
  [{ 'X-Country-Code': 'nl', 'X-AppEngine-City': 'utrecht' }, '8.8.8.8', { country: 'NL', city: 'utrecht' }],
  [{ 'X-AppEngine-Country': 'DE', 'X-AppEngine-City': '?' }, '8.8.8.8', { country: 'DE', city: null }],
  [{ 'X-Country-Code': 'ZZ' }, '8.8.8.8', { country: 'US', city: null }],
  [{ 'X-Country-Code': '<b>' }, '81.2.69.160', { country: 'GB', city: null }],
  [{}, '195.148.1.1', { country: 'FI', city: null }],
  [{}, '203.0.113.7', { country: null, city: null }],
  [{}, '127.0.0.1', { country: null, city: null }],
  [{}, '2001:4860:4860::8888', { country: null, city: null }],
  [{}, 'unknown', { country: null, city: null }],
])('%j from %s is in %j', async (headers, address, place) => {
  expect(await placeOf(request(headers as Record<string, string>), address)).toEqual(place);
});
