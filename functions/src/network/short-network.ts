import { isIPv4, isIPv6 } from 'node:net';
import { networkOf } from './address.ts';

/** @returns the /24 of an IPv4 address, the /48 of an IPv6 one: where a call came from, not who called; null without an address */
export function shortNetworkOf(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(address)) return null;
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`;
}
