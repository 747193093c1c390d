import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { signInPage } from './sign-in-page.ts';

export interface ProviderOptions {
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** As it calls itself; its own address when absent. */
  readonly issuer?: string;
}

/** Claims of the next ID tokens in place of the true ones; undefined leaves a claim out. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `foreign`: signed by a key that is not the provider's. */
  readonly alg?: 'RS256' | 'foreign' | 'HS256' | 'none';
}

export interface RunningProvider {
  readonly url: string;
  readonly issuer: string;
  forge(forgery: Forgery): void;
  stop(): Promise<void>;
}

interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: Readonly<Record<string, unknown>>;
}

const minute = 60;

/** A provider of OpenID Connect that believes whoever signs in to be whom they say. */
export async function startProvider({ host = '127.0.0.1', port = 1090, issuer: named }: ProviderOptions = {}): Promise<RunningProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  let forgery: Forgery = {};
  let issuer = 'http://any';
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'local', alg: 'RS256', use: 'sig' }] };
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => send(res, 500, { error: 'server_error', error_description: String(error) }));
  });
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') return send(res, 200, describe(issuer));
    if (url.pathname === '/keys') return send(res, 200, keys);
    if (url.pathname === '/authorize' && req.method === 'GET') return page(res, signInPage(url.searchParams.get('client_id') ?? ''));
    if (url.pathname === '/authorize') return goBack(res, url.searchParams, { form: await formOf(req), grants, issuer });
    if (url.pathname === '/token') return send(res, ...(await tokens(req, { grants, issuer, forgery, privateKey })));
    return send(res, 404, { error: 'not_found' });
  };
  server.listen(port, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`; // it listens on TCP
  issuer = named ?? url;
  return {
    url,
    issuer,
    forge: (next) => {
      forgery = next;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function describe(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function goBack(
  res: ServerResponse,
  asked: URLSearchParams,
  { form, grants, issuer }: { form: URLSearchParams; grants: Map<string, Grant>; issuer: string },
): void {
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.searchParams.set('state', asked.get('state') ?? '');
  back.searchParams.set('iss', issuer);
  if (form.get('go') === 'no') {
    back.searchParams.set('error', 'access_denied');
  } else {
    const code = randomBytes(18).toString('base64url');
    const email = form.get('email') ?? '';
    const person = {
      sub: form.get('sub') ?? '',
      ...(email === '' ? {} : { email, email_verified: form.get('email_verified') === 'true' }),
      ...(form.get('name') ? { name: form.get('name') } : {}),
    };
    grants.set(code, {
      clientId: asked.get('client_id') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce'),
      person,
    });
    back.searchParams.set('code', code);
  }
  res.writeHead(303, { location: back.href }).end();
}

async function tokens(
  req: IncomingMessage,
  { grants, issuer, forgery, privateKey }: { grants: Map<string, Grant>; issuer: string; forgery: Forgery; privateKey: CryptoKey },
): Promise<[number, object]> {
  const form = await formOf(req);
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const verifier = form.get('code_verifier') ?? '';
  const isRight =
    grant !== undefined &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.challenge === createHash('sha256').update(verifier).digest('base64url');
  if (!isRight) return [400, { error: 'invalid_grant' }];
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: grant.clientId,
    iat: now,
    exp: now + 5 * minute,
    ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
    ...grant.person,
    ...forgery.claims,
  };
  const idToken = await signed(claims, forgery.alg ?? 'RS256', privateKey);
  return [200, { access_token: randomBytes(18).toString('base64url'), token_type: 'Bearer', expires_in: 5 * minute, id_token: idToken }];
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

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function page(res: ServerResponse, html: string): void {
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
