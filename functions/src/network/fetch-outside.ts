import { isIP } from 'node:net';
import { connectOnlyTo, resolveAll } from './checked-connection.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { type AddressRules, bareHost, targetUrl } from './target-url.ts';

const timeoutMillis = 10_000;

/**
 * A `fetch` for addresses that the owner of an app has named: it reaches no machine of ours. Each name is resolved once and the
 * connection goes to the address that was checked; redirects are not followed.
 */
export function fetchOutside(rules: AddressRules): typeof fetch {
  return async (input, init) => {
    const url = targetUrl(input instanceof Request ? input.url : String(input), rules);
    const { Agent, fetch: send } = (await import('undici')).default; // bundled, it has no other export
    const isAllowed = (address: string) => isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address));
    const host = bareHost(url);
    const [first, ...others] = isIP(host) ? [host] : await resolveAll(host);
    if (first === undefined || ![first, ...others].every(isAllowed)) throw new Error('This address is not reached from here.');
    const dispatcher = new Agent({ connect: { lookup: connectOnlyTo(first) } });
    // The types of undici and of Node's own fetch are two, with the same members.
    const answer = await send(url, {
      ...(init as object),
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.timeout(timeoutMillis),
    });
    const body = await answer.arrayBuffer();
    await dispatcher.close();
    return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: [...answer.headers] });
  };
}
