import { expect, test } from 'vitest';
import { callerOf, clientAddress } from './client-address.ts';
import { networkOf } from '../network/address.ts';

type Req = Parameters<typeof clientAddress>[0];

function request(headers: Record<string, string | undefined>, peer = '169.254.1.1'): Req {
  return { headers, socket: { remoteAddress: peer } } as unknown as Req; // the parts of a request that it reads
}

/** Recorded: https://github.com/firebase/firebase-tools/issues/1359 (2019), and pbojinov/request-ip/issues/37 (2018) for the names. */
const throughHosting = {
  host: 'us-central1-boarder.cloudfunctions.net',
  'cdn-loop': 'Fastly, Fastly',
  'fastly-client': '1',
  'fastly-client-ip': '200.114.214.155',
  'fastly-temp-xff': '200.114.214.155, 200.114.214.155',
  forwarded: 'for="104.198.56.253";proto=https',
  'x-appengine-user-ip': '104.198.56.253',
  'x-forwarded-for': '200.114.214.155,104.198.56.253',
  'x-forwarded-host': 'fooder.waitless.app',
};

test('through Hosting the caller is the one that its edge names, not the machine of Google', () => {
  expect(callerOf(request(throughHosting))).toEqual({ address: '200.114.214.155', through: '104.198.56.253' });
  const other = { ...throughHosting, 'fastly-client-ip': '198.51.100.7', 'x-forwarded-for': '198.51.100.7,104.198.56.253' };
  expect(clientAddress(request(other))).toBe('198.51.100.7');
  const six = { ...throughHosting, 'fastly-client-ip': '2001:db8::1', 'x-forwarded-for': '2001:db8::1, 2600:1900:4000::5' };
  expect(clientAddress(request(six))).toBe('2001:db8::1');
});

test.each([
  ['an own X-Forwarded-For sent to Hosting', { 'x-forwarded-for': '1.2.3.4, 200.114.214.155,104.198.56.253' }, '200.114.214.155'],
  ['two callers in one X-Forwarded-For', { 'x-forwarded-for': '200.114.214.155, 1.2.3.4,104.198.56.253' }, '104.198.56.253'],
  ['Hosting’s headers, sent straight to the function', { 'x-forwarded-for': '200.114.214.155, 203.0.113.9' }, '203.0.113.9'],
  ['the same with a machine of Google in front', { 'x-forwarded-for': '200.114.214.155,104.198.56.253, 203.0.113.9' }, '203.0.113.9'],
  ['a Fastly service of one’s own, straight to the function', { 'x-forwarded-for': '200.114.214.155, 151.101.1.6' }, '151.101.1.6'],
  ['the header of the edge without its entry', { 'x-forwarded-for': '104.198.56.253' }, '104.198.56.253'],
  ['the header of the edge as a word', { 'fastly-client-ip': 'localhost' }, '104.198.56.253'],
])('%s do not choose the address', (_, change, expected) => {
  expect(clientAddress(request({ ...throughHosting, ...change }))).toBe(expected);
});

test.each([
  ['called directly, the front end has added the caller at the right', '203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['a forged entry stands left of the real one and is not read', '198.51.100.1, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['the platform’s front end is passed over', '203.0.113.9, 35.191.3.4', '169.254.1.1', '203.0.113.9'],
  ['a server on Google’s machines is itself', '1.2.3.4, 34.120.1.2', '169.254.1.1', '34.120.1.2'],
  ['a caller who names a proxy gains nothing', '151.101.1.6, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['words are no address', 'localhost, <script>, 203.0.113.9', '169.254.1.1', '203.0.113.9'],
  ['without a proxy the peer is the caller', undefined, '203.0.113.9', '203.0.113.9'],
  ['an IPv4 peer in IPv6 writing is the IPv4 address', undefined, '::ffff:203.0.113.9', '203.0.113.9'],
  ['on one machine everything is the machine', '127.0.0.1', '127.0.0.1', '127.0.0.1'],
])('%s', (_, forwarded, peer, expected) => {
  expect(callerOf(request({ 'x-forwarded-for': forwarded }, peer))).toEqual({ address: expected });
});

test('limits count an IPv6 network, and an IPv4 address', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:0DB8::9')).toBe('2001:db8:0:0::/64');
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
});
