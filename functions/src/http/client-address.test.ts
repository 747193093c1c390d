import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';
import { networkOf } from '../network/address.ts';

function address(forwarded: string | undefined, peer: string): string {
  const req = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: peer } };
  return clientAddress(req as unknown as Parameters<typeof clientAddress>[0]); // the parts of a request that it reads
}

test.each([
  ['called directly, the front end has added the caller at the right', '203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['a forged entry stands left of the real one and is not read', '198.51.100.1, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['through Hosting, its CDN is passed over', '203.0.113.9, 151.101.1.6', '169.254.1.1', '203.0.113.9'],
  ['a forged entry before Hosting is not read', '1.2.3.4, 203.0.113.9, 151.101.1.6', '169.254.1.1', '203.0.113.9'],
  ['a caller who names a proxy gains nothing', '151.101.1.6, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['words are no address', 'localhost, <script>, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['without a proxy the peer is the caller', undefined, '203.0.113.9', '203.0.113.9'],
  ['an IPv4 peer in IPv6 writing is the IPv4 address', undefined, '::ffff:203.0.113.9', '203.0.113.9'],
  ['on one machine everything is the machine', '127.0.0.1', '127.0.0.1', '127.0.0.1'],
])('%s', (_, forwarded, peer, expected) => {
  expect(address(forwarded, peer)).toBe(expected);
});

test('limits count an IPv6 network, and an IPv4 address', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:0DB8::9')).toBe('2001:db8:0:0::/64');
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
});
