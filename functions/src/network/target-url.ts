import { isIP } from 'node:net';
import { invalidField, type Sentence } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
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
  if (problem instanceof URL) return problem;
  throw invalidField('endpoint', problem);
}

function problemOf(text: string, rules: AddressRules): URL | Sentence {
  if (!text) return say('webhookUrlMissing');
  if (!URL.canParse(text)) return say('webhookUrl');
  const url = new URL(text);
  const host = bareHost(url);
  const isLocal = rules.allowLoopback && (isLoopbackAddress(host) || isLocalName(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return say('webhookHttps');
  if (url.username || url.password) return say('webhookUser');
  if (isLocal) return url;
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 443) return say('webhookPort');
  const isClosed = isIP(host) ? !isPublicAddress(host) : isLocalName(host) || !host.includes('.') || isInternalName(host);
  return isClosed ? say('webhookPrivate') : url;
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
