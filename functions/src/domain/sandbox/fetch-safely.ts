import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ApiError, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { connectOnlyTo, resolveAll } from '../../network/checked-connection.ts';
import { clientFor } from '../../network/client-for.ts';
import { isPublicAddress } from '../../network/public-address.ts';
import { bareHost } from '../../network/target-url.ts';

const timeoutMillis = 15_000;
const largestAnswer = 1024 * 1024;
const redirectsAtMost = 4;

export interface SafeAnswer {
  status: number;
  statusText: string;
  /** Text of at most 1 MiB. */
  body: string;
}

export interface FetchRules {
  /** Resolves a name to addresses. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Whether a connection to an address is allowed. */
  isAllowed?: (address: string) => boolean;
}

/**
 * Sends a GET to an address that a person typed. Connects only to addresses of the public internet;
 * each is checked right before the connection, also after a redirect.
 * @throws {ApiError} invalid-argument (an address that is not allowed), unavailable (no answer)
 */
export async function fetchSafely(url: URL, headers: Readonly<Record<string, string>>, rules: FetchRules = {}): Promise<SafeAnswer> {
  const signal = AbortSignal.timeout(timeoutMillis);
  let at = url;
  let sent = headers;
  for (let hop = 0; hop <= redirectsAtMost; hop += 1) {
    const answer = await get(at, { headers: sent, signal, rules });
    const target = answer.headers.location;
    if (![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0) || !target) return read(answer);
    answer.destroy();
    if (!URL.canParse(target, at)) throw refused(say('redirectBroken'));
    const next = new URL(target, at);
    // Headers for one host are not sent to another.
    if (next.origin !== at.origin) sent = {};
    at = next;
  }
  throw refused(say('redirectsMany', { max: redirectsAtMost }));
}

async function get(
  url: URL,
  { headers, signal, rules }: { headers: Readonly<Record<string, string>>; signal: AbortSignal; rules: FetchRules },
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(say('urlScheme'));
  if (url.username || url.password) throw refused(say('urlUser'));
  // A silent name server may exceed the time of the whole call.
  const address = await Promise.race([checkedAddress(bareHost(url), rules), ended(signal)]);
  const { request } = await clientFor(url);
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      headers: { accept: '*/*', ...headers, 'accept-encoding': 'identity' },
      lookup: connectOnlyTo(address),
      agent: false,
      signal,
    });
    outgoing.on('response', done);
    outgoing.on('error', (cause) => fail(new ApiError('unavailable', say('addressSilent'), { cause })));
    outgoing.end();
  });
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(new ApiError('unavailable', say('addressSilent'))), { once: true });
  });
}

async function checkedAddress(host: string, { resolve: find = resolveAll, isAllowed = isPublicAddress }: FetchRules): Promise<string> {
  const addresses = isIP(host) ? [host] : await find(host);
  const [first] = addresses;
  if (!first) throw new ApiError('unavailable', say('hostUnknown'));
  // One forbidden address makes the whole name forbidden.
  if (!addresses.every(isAllowed)) throw refused(say('addressPrivate'));
  return first;
}

async function read(answer: IncomingMessage): Promise<SafeAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestAnswer) throw refused(say('answerLarge'));
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('unavailable', say('answerEnded'), { cause });
  } finally {
    answer.destroy();
  }
  return { status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? '', body: Buffer.concat(chunks).toString('utf8') };
}

function refused(message: Sentence): ApiError {
  return new ApiError('invalid-argument', message, { field: 'url' });
}
