import type { Stripe } from 'stripe';
import { apiVersion, type State } from './state.ts';
import { enqueue } from './webhooks.ts';

/** Writes down what happened to an object, as it is at this moment, and sends it to the endpoints. */
export function emit(state: State, type: string, object: { readonly object: string }): void {
  const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : undefined;
  const event = {
    id: state.id('evt'),
    object: 'event' as const,
    api_version: apiVersion,
    created: state.now(customer),
    data: { object: structuredClone(object) as unknown as Stripe.Event.Data['object'] }, // any resource may be one
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: state.idempotencyKey },
    type: type as Stripe.Event.Type, // the callers name existing types
  };
  state.events.add(event);
  event.pending_webhooks = state.webhookEndpoints.all().length;
  enqueue(state, event, JSON.stringify(event));
}
