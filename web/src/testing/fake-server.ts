import type { ErrorCode, FieldProblem } from '@bedplate/contract';
import { statusOf } from '@bedplate/contract';
import { vi } from 'vitest';

export interface FakeCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Answer = Response | object;
export type FakeRoutes = Record<string, (call: FakeCall) => Answer | Promise<Answer>>;

/**
 * Stands in for the server at the network border. Keys are 'GET /app/projects' or with places: 'PUT
 * /app/projects/:id'. A handler answers a body (200) or a Response; a call without a handler
 * answers 404 and fails nothing by itself.
 * @returns the calls in order; `answer` replaces or adds handlers while the test runs
 */
export function fakeServer(routes: FakeRoutes) {
  const table = { ...routes };
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const call: FakeCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    const handler = handlerFor(table, call);
    const answer = await (handler ? handler(call) : refuse('not-found', `Nothing answers ${call.method} ${call.path}.`));
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return {
    calls,
    to: (route: string) => calls.filter((call) => matches(route, call)),
    answer: (more: FakeRoutes) => void Object.assign(table, more),
  };
}

/** A refusal as both APIs answer it. */
export function refuse(code: ErrorCode, message: string, details?: readonly FieldProblem[]): Response {
  return Response.json(
    { success: false, message, error: { code, requestId: 'req_test', ...(details ? { details } : {}) } },
    { status: statusOf[code] },
  );
}

function handlerFor(table: FakeRoutes, call: FakeCall) {
  return table[`${call.method} ${call.path}`] ?? Object.entries(table).find(([route]) => matches(route, call))?.[1];
}

function matches(route: string, call: FakeCall): boolean {
  const [method, path = ''] = route.split(' ');
  return method === call.method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(call.path);
}
