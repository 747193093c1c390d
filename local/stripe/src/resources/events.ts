import type { Stripe } from 'stripe';
import { randomBytes } from 'node:crypto';
import { listPage } from '../http/list-page.ts';
import { list, type Params, required, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';
import { apiVersion, type State } from '../state/state.ts';

export const eventRoutes: Route[] = [
  get('/v1/events', [...listParams, 'type', 'types', 'delivery_success'], ({ state, params }) => {
    const types = list(params, 'types');
    const rows = state.events
      .all()
      .filter(({ type }) => (types.length === 0 || types.includes(type)) && (text(params, 'type') ?? type) === type);
    return listPage(rows, params, '/v1/events');
  }),
  get('/v1/events/:id', [], ({ state, ids: [id = ''] }) => state.events.get(id)),
  post('/v1/webhook_endpoints', ['url', 'enabled_events', 'api_version', 'description', 'metadata'], ({ state, params }) =>
    createEndpoint(state, params),
  ),
  get('/v1/webhook_endpoints', [...listParams], ({ state, params }) =>
    listPage(state.webhookEndpoints.all().map(withoutSecret), params, '/v1/webhook_endpoints'),
  ),
  remove('/v1/webhook_endpoints/:id', [], ({ state, ids: [id = ''] }) => {
    state.webhookEndpoints.get(id);
    state.webhookEndpoints.remove(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];

function createEndpoint(state: State, params: Params): Stripe.WebhookEndpoint {
  const wanted = list(params, 'enabled_events').filter((event) => typeof event === 'string');
  return addEndpoint(state, {
    url: required(params, 'url'),
    events: wanted,
    secret: `whsec_${randomBytes(24).toString('hex')}`,
    version: text(params, 'api_version'),
  });
}

/** An endpoint that gets events from now on. */
export function addEndpoint(
  state: State,
  { url, events, secret, version = apiVersion }: { url: string; events: readonly string[]; secret: string; version?: string | undefined },
): Stripe.WebhookEndpoint {
  return state.webhookEndpoints.add({
    id: state.id('we'),
    object: 'webhook_endpoint',
    api_version: version,
    application: null,
    created: state.now(),
    description: null,
    enabled_events: [...events],
    livemode: false,
    metadata: {},
    secret,
    status: 'enabled',
    url,
  });
}

/** A secret is shown once, when the endpoint is made. */
function withoutSecret(endpoint: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  const shown = { ...endpoint };
  delete shown.secret;
  return shown;
}
