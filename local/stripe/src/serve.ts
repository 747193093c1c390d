import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { controlRoutes } from './control.ts';
import { catalogueRoutes } from './resources/catalogue.ts';
import { customerRoutes } from './resources/customers.ts';
import { discountRoutes } from './resources/discounts.ts';
import { eventRoutes } from './resources/events.ts';
import { invoiceRoutes } from './resources/invoices.ts';
import { paymentIntentRoutes } from './resources/payment-intents.ts';
import { paymentMethodRoutes } from './resources/payment-methods.ts';
import { refundRoutes } from './resources/refunds.ts';
import { setupIntentRoutes } from './resources/setup-intents.ts';
import { subscriptionRoutes } from './resources/subscriptions.ts';
import { testClockRoutes } from './resources/test-clocks.ts';
import { stripeScript } from './browser/stripe-script.ts';
import type { State } from './state/state.ts';
import { secretKeyMark } from './http/client-secret.ts';
import { expanded } from './http/expand.ts';
import { StripeFailure, invalid } from './state/failure.ts';
import { parseForm, type Params, requireKnown } from './http/params.ts';
import type { Call, Route } from './http/route.ts';

const routes: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...catalogueRoutes,
  ...discountRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...eventRoutes,
  ...testClockRoutes,
];

const maxBody = 256 * 1024;

/** The REST API, the browser's script and the control routes. */
export function stripeHandler(state: State): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void answer(state, request, response).catch((error: unknown) => {
      const failure = error instanceof StripeFailure ? error : new StripeFailure(500, { type: 'api_error', message: String(error) });
      send(response, failure.status, { error: failure.error });
    });
  };
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  // The console of this machine and its script have different ports.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, stripe-version');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  const body = await read(request);
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  if (request.method === 'GET' && url.pathname === '/endive/stripe.js') {
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }).end(stripeScript);
    return;
  }
  if (url.pathname.startsWith('/_control/'))
    return send(response, 200, await controlRoutes(state, { method: request.method ?? '', url, body }));
  const params = parseForm([url.search.slice(1), body].filter(Boolean).join('&'));
  const { route, ids } = find(request.method ?? '', url.pathname);
  authorize(request, route);
  serve(state, { request, response, options: { route, ids, params, path: url.pathname } });
}

function serve(
  state: State,
  {
    request,
    response,
    options: { route, ids, params, path },
  }: { request: IncomingMessage; response: ServerResponse; options: { route: Route; ids: string[]; params: Params; path: string } },
): void {
  const injected = state.failures.find((failure) => !failure.path || path.startsWith(failure.path));
  if (injected) state.failures.splice(state.failures.indexOf(injected), 1);
  if (injected && !injected.afterwards) return refuse(response, injected.status);
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${path} ${JSON.stringify(params)}`)
    .digest('hex');
  const kept = typeof key === 'string' ? state.idempotent.get(key) : undefined;
  if (kept && kept.fingerprint !== fingerprint) {
    throw new StripeFailure(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${String(key)}'.`,
    });
  }
  if (kept) {
    response.setHeader('Idempotent-Replayed', 'true');
    return send(response, kept.status, kept.body);
  }
  state.idempotencyKey = typeof key === 'string' ? key : null;
  const { status, body } = outcome(route, { state, ids, params }, isSecret(request));
  state.idempotencyKey = null;
  // Checks of the parameters come before anything is done, and are not kept; a card's refusal is.
  if (typeof key === 'string' && (status < 400 || status === 402 || status >= 500))
    state.idempotent.set(key, { fingerprint, status, body });
  if (injected) return refuse(response, injected.status);
  send(response, status, body);
}

function outcome(route: Route, call: Call, secret: boolean): { status: number; body: unknown } {
  const { state, params } = call;
  try {
    requireKnown(params, route.known);
    const expand = Array.isArray(params.expand) ? params.expand.map(String) : [];
    if (secret) params[secretKeyMark] = 'true';
    return { status: 200, body: expanded(state, route.run(call), expand) };
  } catch (error) {
    if (error instanceof StripeFailure) return { status: error.status, body: { error: structuredClone(error.error) } };
    throw error;
  }
}

function find(method: string, path: string): { route: Route; ids: string[] } {
  for (const route of routes) {
    if (route.method !== method) continue;
    const match = new RegExp(`^${route.path.replaceAll(/:\w+/g, '([\\w-]+)')}$`).exec(path);
    if (match) return { route, ids: match.slice(1) };
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
}

/** Only keys for tests: this server must never see a key that can move money. */
function authorize(request: IncomingMessage, route: Route): void {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (/^(sk|rk)_test_\w+$/.test(key)) return;
  if (/^pk_test_\w+$/.test(key) && route.publishable) return;
  const message = key.startsWith('pk_test_')
    ? 'This API call cannot be made with a publishable API key. Please use a secret API key.'
    : 'Invalid API Key provided: this server takes test keys only.';
  throw new StripeFailure(401, {
    type: 'invalid_request_error',
    message,
    ...(key.startsWith('pk_') ? { code: 'secret_key_required' } : {}),
  });
}

function isSecret(request: IncomingMessage): boolean {
  return /^Bearer (sk|rk)_test_/.test(request.headers.authorization ?? '');
}

/** Answers as a test asked: with a status, or with 0 by breaking the connection. */
function refuse(response: ServerResponse, status: number): void {
  if (status === 0) response.destroy();
  else
    send(response, status, {
      error: { type: status === 429 ? 'invalid_request_error' : 'api_error', message: 'This failure was asked for.' },
    });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${Math.random().toString(36).slice(2)}` })
    .end(JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) throw invalid('The request is too large.', { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
