import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

/** @returns all addresses of a name; none when it has none */
export async function resolveAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, verbatim: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** For a request's `lookup`: the socket gets the address that was checked; asking the name server again could give another. */
export function connectOnlyTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, give) => (all ? give(null, [{ address, family }]) : give(null, address, family));
}
