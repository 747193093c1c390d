import type { Request } from 'express';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Origin } from '../domain/callers/caller.ts';
import { createCache } from '../memory/cache.ts';

/** The caller's address and browser, for limits, sessions and the activity log. */
export function originOf(req: Request): Origin {
  return { ip: clientAddress(req), userAgent: String(req.headers['user-agent'] ?? '').slice(0, 300) };
}

type Headers = Pick<Request, 'headers' | 'socket'>;

/** @returns the caller's address; `unknown` where there is none */
export function clientAddress(req: Headers): string {
  return callerOf(req).address;
}

/**
 * Finds the caller. The platform appends to X-Forwarded-For the address that called it, so the last entry
 * that is not its own is a fact, and those further left are claims.
 *
 * Called through Hosting, the last entry is a machine of Google, the one before it the caller, and Hosting's
 * edge writes the caller into Fastly-Client-IP over whatever was there (measured in September 2026:
 * https://github.com/gamedevpl/www.gamedev.pl/pull/1146; a whole set of headers of 2019:
 * https://github.com/firebase/firebase-tools/issues/1359). A caller elsewhere cannot forge this, as the last
 * entry is its own address. Whoever rents a machine of Google can: `through` is for limits of that machine.
 * Decision 055.
 */
export function callerOf({ headers, socket }: Headers): Caller {
  const forwarded = headers['x-forwarded-for'];
  const chain = `${(Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).slice(-2000)},${socket.remoteAddress ?? ''}`;
  const edge = plain(String(headers['fastly-client-ip'] ?? '').slice(0, 100));
  const key = `${chain} ${edge}`;
  const known = callers.get(key);
  if (known) return known;
  const found = callerBehind(chain, edge);
  callers.set(key, found);
  return found;
}

interface Caller {
  readonly address: string;
  readonly through?: string;
}

/** Each call of one client has the same headers. */
const callers = createCache<Caller>({ max: 1000 });

function callerBehind(chain: string, edge: string): Caller {
  const hops = chain
    .split(',')
    .map(plain)
    .filter((hop) => isIP(hop) !== 0);
  const at = hops.findLastIndex((hop) => !isWithin(innerNetworks, hop));
  const last = hops[at] ?? hops[0] ?? 'unknown';
  const isHosting = at > 0 && hops[at - 1] === edge && isWithin(googleNetworks, last);
  return isHosting ? { address: edge, through: last } : { address: last };
}

function plain(hop: string): string {
  const address = hop.trim();
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address;
}

function isWithin(networks: BlockList, address: string): boolean {
  return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function blockList(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.trim().split(/\s+/)) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The machine itself, the platform's inner networks and front ends: https://cloud.google.com/load-balancing/docs/https#how-connections-work */
const innerNetworks = blockList('127.0.0.0/8 10.0.0.0/8 169.254.0.0/16 ::1/128 fe80::/10 35.191.0.0/16 130.211.0.0/22');

/** Google's own, as https://www.gstatic.com/ipranges/goog.json lists them, in larger blocks. Fastly's are not here: anyone may rent those. */
const googleNetworks = blockList(`
  8.34.208.0/20 8.35.192.0/20 23.236.48.0/20 23.251.128.0/19 34.0.0.0/9 34.128.0.0/10 35.184.0.0/13 35.192.0.0/12 35.208.0.0/12
  35.224.0.0/12 35.240.0.0/13 57.140.192.0/18 64.15.112.0/20 64.233.160.0/19 66.22.228.0/23 66.102.0.0/20 66.249.64.0/19
  70.32.128.0/19 72.14.192.0/18 74.125.0.0/16 104.154.0.0/15 104.196.0.0/14 104.237.160.0/19 107.167.160.0/19 107.178.192.0/18
  108.59.80.0/20 108.170.192.0/18 108.177.0.0/17 130.211.0.0/16 136.112.0.0/12 142.250.0.0/15 146.148.0.0/17 162.216.148.0/22
  162.222.176.0/21 172.110.32.0/21 172.217.0.0/16 172.253.0.0/16 173.194.0.0/16 173.255.112.0/20 192.158.28.0/22 192.178.0.0/15
  199.36.154.0/23 199.192.112.0/22 199.223.232.0/21 207.223.160.0/20 208.65.152.0/22 208.68.108.0/22 208.81.188.0/22
  208.117.224.0/19 209.85.128.0/17 216.58.192.0/19 216.73.80.0/20 216.239.32.0/19
  2001:4860::/32 2404:6800::/32 2600:1900::/28 2607:f8b0::/32 2800:3f0::/32 2a00:1450::/32 2c0f:fb50::/32`);
