import { createHash, randomBytes } from 'node:crypto';
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose';
import type { Grant } from './go-back.ts';
import { claimsOf, type Person } from './person.ts';
import type { Played } from './played.ts';

/** Claims of the next ID tokens in place of the true ones; undefined leaves a claim out. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `foreign`: signed by a key that is not the provider's. */
  readonly alg?: 'RS256' | 'foreign' | 'HS256' | 'none';
}

interface Exchange {
  readonly played: Played;
  readonly grants: Map<string, Grant>;
  /** Whom an access token stands for, at GitHub. */
  readonly bearers: Map<string, Person>;
  readonly forgery: Forgery;
  readonly privateKey: CryptoKey;
}

const minute = 60;

/** @returns status and body for a code, which works once */
export async function tokensFor(form: URLSearchParams, exchange: Exchange): Promise<[number, object]> {
  const { played, grants, bearers } = exchange;
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight = grant?.played.kind === played.kind && grant.redirectUri === form.get('redirect_uri') && grant.challenge === challenge;
  // GitHub's errors come as a success.
  if (!isRight) return played.kind === 'github' ? [200, { error: 'bad_verification_code' }] : [400, { error: 'invalid_grant' }];
  const accessToken = randomBytes(18).toString('base64url');
  if (played.kind === 'github') {
    bearers.set(accessToken, grant.person);
    return [200, { access_token: accessToken, token_type: 'bearer', scope: 'read:user,user:email' }];
  }
  const idToken = await idTokenOf(grant, exchange);
  return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 5 * minute, id_token: idToken }];
}

function idTokenOf({ played, clientId, nonce, person }: Grant, { forgery, privateKey }: Exchange): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: played.issuer,
    aud: clientId,
    iat: now,
    exp: now + 5 * minute,
    ...(nonce === null ? {} : { nonce }),
    ...claimsOf(played, person),
    ...forgery.claims,
  };
  return signed(claims, forgery.alg ?? 'RS256', privateKey);
}

async function signed(
  claims: Readonly<Record<string, unknown>>,
  alg: 'RS256' | 'foreign' | 'HS256' | 'none',
  privateKey: CryptoKey,
): Promise<string> {
  const plain = JSON.parse(JSON.stringify(claims)) as Record<string, unknown>; // without what is undefined
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  if (alg === 'none') return `${part({ alg: 'none' })}.${part(plain)}.`;
  if (alg === 'HS256') return new SignJWT(plain).setProtectedHeader({ alg }).sign(Buffer.from('local secret of 32 letters or more'));
  const key = alg === 'foreign' ? (await generateKeyPair('RS256')).privateKey : privateKey;
  return new SignJWT(plain).setProtectedHeader({ alg: 'RS256', kid: 'local' }).sign(key);
}
