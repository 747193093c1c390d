import { type RequestHandler, Router } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Verb = (typeof verbs)[number];
export type RouteTable = Record<string, Partial<Record<Verb, RequestHandler>>>;

/** A resource as a table: path → verb → endpoint. Other verbs on a path answer 405 with `Allow`. */
export function routes(table: RouteTable): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, endpoints] of Object.entries(table)) {
    const route = router.route(path); // one for all verbs, so that a path is compared once
    for (const verb of verbs) {
      const endpoint = endpoints[verb];
      if (endpoint) route[verb](endpoint);
    }
    route.all(otherVerb(Object.keys(endpoints)));
  }
  return router;
}

function otherVerb(known: string[]): RequestHandler {
  const allow = known.map((v) => v.toUpperCase()).join(', ');
  return (req, res) => {
    if (req.method !== 'OPTIONS')
      throw new ApiError('method-not-allowed', say('methodOther', { method: req.method, allow }), { headers: { Allow: allow } });
    res.status(204).set('Allow', allow).end();
  };
}
