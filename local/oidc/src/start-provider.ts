import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { goBack, type Grant } from './go-back.ts';
import { formOf, page, send } from './http.ts';
import { githubAnswer, type Person } from './person.ts';
import { describe, type Played, playedAt } from './played.ts';
import { signInPage } from './sign-in-page.ts';
import { type Forgery, tokensFor } from './tokens.ts';

export type { Forgery } from './tokens.ts';

export interface ProviderOptions {
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** As it calls itself; its own address when absent. */
  readonly issuer?: string;
}

export interface RunningProvider {
  readonly url: string;
  readonly issuer: string;
  forge(forgery: Forgery): void;
  stop(): Promise<void>;
}

/**
 * A provider of OpenID Connect that believes whoever signs in to be whom they say. In folders of its own it plays Google, Apple,
 * GitHub and Microsoft.
 */
export async function startProvider({ host = '127.0.0.1', port = 1090, issuer: named }: ProviderOptions = {}): Promise<RunningProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const bearers = new Map<string, Person>();
  const told = new Set<string>();
  let forgery: Forgery = {};
  let [url, issuer] = ['http://any', 'http://any'];
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'local', alg: 'RS256', use: 'sig' }] };
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => send(res, 500, { error: 'server_error', error_description: String(error) }));
  });
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams: asked } = new URL(req.url ?? '/', url);
    const played = playedAt(pathname, { url, issuer });
    const { call } = played;
    if (call.endsWith('/.well-known/openid-configuration') && played.kind !== 'github') return send(res, 200, describe(played));
    if (call === '/keys') return send(res, 200, keys);
    if (isPage(played) && req.method === 'GET') return page(res, signInPage(asked.get('client_id') ?? '', played.title));
    if (isPage(played)) return goBack(res, { played, asked, form: await formOf(req), grants, told });
    if (call === '/token' || call === '/login/oauth/access_token')
      return send(res, ...(await tokensFor(await formOf(req), { played, grants, bearers, forgery, privateKey })));
    const bearer = bearers.get(/^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '');
    const found = played.kind === 'github' && bearer ? githubAnswer(call, bearer) : null;
    return found ? send(res, 200, found) : send(res, 404, { error: 'not_found' });
  };
  server.listen(port, host);
  await once(server, 'listening');
  url = `http://${host}:${(server.address() as AddressInfo).port}`; // it listens on TCP
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

function isPage({ kind, call }: Played): boolean {
  return call === (kind === 'github' ? '/login/oauth/authorize' : '/authorize');
}
