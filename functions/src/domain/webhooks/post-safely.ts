import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Text } from '@bedplate/contract';
import { ApiError, type SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { connectOnlyTo, resolveAll } from '../../network/checked-connection.ts';
import { clientFor } from '../../network/client-for.ts';
import { isLoopbackAddress, isPublicAddress } from '../../network/public-address.ts';
import { retryAfterMillis } from '../../network/retry-after.ts';
import { type AddressRules, bareHost } from '../../network/target-url.ts';

const longestMillis = 10_000;
/** The most that is read of an answer. */
const keptBytes = 2048;

export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** Milliseconds, as the header Retry-After asks. */
  readonly retryAfter?: number;
}

export interface PostOptions extends AddressRules {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For tests: how a name becomes addresses. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** For tests: when it ends. */
  readonly timeoutMillis?: number;
}

/**
 * Posts to a customer's address: connects to an address that was checked and to no other, follows no redirect, and ends after
 * ten seconds. @throws {ApiError} unavailable, whose sentence may be shown to the customer
 */
export async function postSafely(url: URL, options: PostOptions): Promise<PostAnswer> {
  const address = await checkedAddress(bareHost(url), options);
  const { request } = await clientFor(url);
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...options.headers, 'content-length': String(Buffer.byteLength(options.body)) },
    lookup: connectOnlyTo(address),
    agent: false,
    signal: AbortSignal.timeout(options.timeoutMillis ?? longestMillis),
  });
  outgoing.end(options.body);
  try {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]; // documented by Node
    const retryAfter = retryAfterMillis(answer.headers['retry-after'], answer.headers.date);
    return { status: answer.statusCode ?? 0, text: await readBeginning(answer), ...(retryAfter !== undefined && { retryAfter }) };
  } catch (cause) {
    throw new ApiError('unavailable', sentence(cause), { cause });
  } finally {
    outgoing.on('error', () => {}).destroy();
  }
}

async function checkedAddress(host: string, options: PostOptions): Promise<string> {
  const addresses = isIP(host) ? [host] : await (options.resolve ?? resolveAll)(host);
  const isAllowed = (address: string) => isPublicAddress(address) || (options.allowLoopback && isLoopbackAddress(address));
  if (addresses.length === 0) throw new ApiError('unavailable', say('hostUnknown'));
  // A name with one closed address among open ones is not trusted at all.
  const [first] = addresses;
  if (!first || !addresses.every(isAllowed)) throw new ApiError('unavailable', say('addressPrivate'));
  return first;
}

/** Reads the answer's start. The status already decides success: a broken or endless answer does not change it. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= keptBytes) break;
    }
  } catch {
    // The part that came is kept.
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8');
}

function sentence(error: unknown): Text<SentenceKey> {
  const { name, code } = failureOf(error);
  if (name === 'TimeoutError' || name === 'AbortError') return say('receiverSilent');
  if (code === 'ECONNREFUSED') return say('connectionRefused');
  return say(/CERT|SSL|TLS|SIGNED/.test(code) ? 'certificateBroken' : 'connectionFailed', { code: code || name });
}

function failureOf(error: unknown): { name: string; code: string } {
  if (!(error instanceof Error)) return { name: typeof error, code: '' };
  return { name: error.name, code: 'code' in error ? String(error.code) : '' };
}
