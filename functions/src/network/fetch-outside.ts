import { isIP } from 'node:net';
import { connectOnlyTo, resolveAll } from './checked-connection.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { type AddressRules, bareHost, targetUrl } from './target-url.ts';

const timeoutMillis = 10_000;
/** Descriptions, keys and tokens of providers have some kilobytes. */
const mostBytes = 1024 * 1024;

/**
 * A `fetch` for addresses that the owner of an app has named: it reaches no machine of ours. Each name is resolved once and the
 * connection goes to the address that was checked; redirects are not followed, and a long answer is not read. It fails after
 * ten seconds, or when the caller's signal says so.
 */
export function fetchOutside({ resolve = resolveAll, ...rules }: AddressRules & { readonly resolve?: typeof resolveAll }): typeof fetch {
  return async (input, init) => {
    const url = targetUrl(input instanceof Request ? input.url : String(input), rules);
    const { Agent, fetch: send } = (await import('undici')).default; // bundled, it has no other export
    const isAllowed = (address: string) => isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address));
    const host = bareHost(url);
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMillis), ...(init?.signal ? [init.signal] : [])]);
    const [first, ...others] = isIP(host) ? [host] : await before(signal, resolve(host));
    if (first === undefined || ![first, ...others].every(isAllowed)) throw new Error('This address is not reached from here.');
    const dispatcher = new Agent({ connect: { lookup: connectOnlyTo(first) } });
    try {
      // The types of undici and of Node's own fetch are two, with the same members.
      const answer = await send(url, {
        ...(init as object),
        redirect: 'manual',
        dispatcher,
        signal,
      });
      const body = await contentOf(answer.body ?? []);
      return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: [...answer.headers] });
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** Names are resolved by the operating system, which cannot be told to stop. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function contentOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`The answer is longer than ${mostBytes} bytes.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
