import type { Request } from 'express';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Origin } from '../domain/callers/caller.ts';

/** The caller's address and browser, for limits, sessions and the activity log. */
export function originOf(req: Request): Origin {
  return { ip: clientAddress(req), userAgent: String(req.headers['user-agent'] ?? '').slice(0, 300) };
}

/**
 * Finds the caller's address, which the caller cannot choose. Each proxy appends the address that
 * called it to X-Forwarded-For. The entries are read from the right: the platform's own proxies are
 * skipped, and the next entry is the caller. Entries further left are the caller's own claims.
 */
export function clientAddress(req: Pick<Request, 'headers' | 'socket'>): string {
  const forwarded = req.headers['x-forwarded-for'];
  const entries = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).slice(-2000).split(',');
  const hops = [...entries, req.socket.remoteAddress ?? ''].map(plain).filter((hop) => isIP(hop) !== 0);
  return hops.findLast((hop) => !isOurProxy(hop)) ?? hops[0] ?? 'unknown';
}

function plain(hop: string): string {
  const address = hop.trim();
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address;
}

function isOurProxy(address: string): boolean {
  return ourProxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const ourProxies = new BlockList();
for (const network of [
  // The machine itself and the platform's inner networks.
  '127.0.0.0/8',
  '10.0.0.0/8',
  '169.254.0.0/16',
  '::1/128',
  'fe80::/10',
  // Google's front ends: https://cloud.google.com/load-balancing/docs/https#how-connections-work
  '35.191.0.0/16',
  '130.211.0.0/22',
  // Firebase Hosting's CDN: https://api.fastly.com/public-ip-list
  '23.235.32.0/20',
  '43.249.72.0/22',
  '103.244.50.0/24',
  '103.245.222.0/23',
  '103.245.224.0/24',
  '104.156.80.0/20',
  '140.248.64.0/18',
  '140.248.128.0/17',
  '146.75.0.0/17',
  '151.101.0.0/16',
  '157.52.64.0/18',
  '167.82.0.0/17',
  '167.82.128.0/20',
  '167.82.160.0/20',
  '167.82.224.0/20',
  '172.111.64.0/18',
  '185.31.16.0/22',
  '199.27.72.0/21',
  '199.232.0.0/16',
  '2a04:4e40::/32',
  '2a04:4e42::/32',
]) {
  const [address = '', bits] = network.split('/');
  ourProxies.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
}
