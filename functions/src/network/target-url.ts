import { isIP } from 'node:net';
import { ApiError } from '../errors/api-error.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface AddressRules {
  /** On a developer's machine only: addresses of this machine, also without TLS. */
  readonly allowLoopback: boolean;
}

/**
 * The address of a receiver, as far as its text can be judged; its name is resolved and checked again for each delivery.
 * @throws {ApiError} invalid-argument
 */
export function targetUrl(text: string, rules: AddressRules): URL {
  const problem = problemOf(text, rules);
  if (typeof problem !== 'string') return problem;
  throw new ApiError('invalid-argument', problem, { details: [{ field: 'endpoint', message: problem }] });
}

function problemOf(text: string, rules: AddressRules): URL | string {
  if (!text) return 'Enter the URL that receives the deliveries.';
  if (!URL.canParse(text)) return 'endpoint must be a URL such as https://example.com/hook.';
  const url = new URL(text);
  const host = bareHost(url);
  const isLocal = rules.allowLoopback && (isLoopbackAddress(host) || isLocalName(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return 'endpoint must start with https://.';
  if (url.username || url.password) return 'endpoint must not contain a user name or password.';
  if (isLocal) return url;
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 443) return 'endpoint must use port 443 or one from 1024 on.';
  const isClosed = isIP(host) ? !isPublicAddress(host) : isLocalName(host) || !host.includes('.') || isInternalName(host);
  return isClosed ? 'endpoint must be an address of the public internet.' : url;
}

/** Without the brackets of an IPv6 address and the dot of a full name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isInternalName(host: string): boolean {
  return /\.(local|internal|localdomain|home\.arpa)$/.test(host);
}
