import { BlockList, isIP } from 'node:net';

/**
 * Whether an address belongs to the public internet: neither this machine, nor a private network, nor the platform's metadata
 * service. From the registries of special-purpose addresses (RFC 6890, RFC 8190 and IANA's lists).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed4.check(address);
  if (family !== 6) return false;
  const embedded = embeddedIpv4(address);
  if (embedded) return isPublicAddress(embedded);
  // Only 2000::/3 is global unicast today.
  return global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const plain = embeddedIpv4(address) ?? address;
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

const closed4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(net, prefix);

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23], // protocol assignments, with Teredo and ORCHID
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4 carries an IPv4 address of any kind
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, prefix, 'ipv6');

/** @returns the IPv4 address inside a mapped (::ffff:0:0/96), compatible (::/96) or NAT64 (64:ff9b::/96) address */
function embeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const words = wordsOf(address);
  if (!words) return null;
  const head = words.slice(0, 6).join(':');
  const [high = 0, low = 0] = words.slice(6);
  const isCompatible = head === '0:0:0:0:0:0' && high !== 0;
  if (head !== `0:0:0:0:0:${0xffff}` && head !== `${0x64}:${0xff9b}:0:0:0:0` && !isCompatible) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight words of an IPv6 address, as the URL standard writes it. */
function wordsOf(address: string): number[] | null {
  const bare = address.split('%', 1)[0] ?? '';
  const { hostname } = new URL(`http://[${bare}]/`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const before = left ? left.split(':') : [];
  const after = right ? right.split(':') : [];
  const gap = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const words = [...before, ...gap, ...after].map((word) => Number.parseInt(word, 16));
  return words.length === 8 ? words : null;
}
