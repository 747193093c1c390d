import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Delivery, State } from './state.ts';

const maxAttempts = 4;
const retryMillis = [200, 1000, 4000];

/** The header Stripe-Signature: a time and an HMAC-SHA256 over `time.payload`. */
export function signature(payload: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`;
}

/** Puts an event on its way to every endpoint that listens for it. */
export function enqueue(state: State, event: { id: string; type: string }, payload: string): number {
  const endpoints = state.webhookEndpoints
    .all()
    .filter(({ enabled_events: wanted, status }) => status === 'enabled' && (wanted.includes('*') || wanted.includes(event.type)));
  for (const { id } of endpoints) {
    const mode = state.deliveryMode;
    const dropped = mode.random() < mode.drop;
    const delivery: Delivery = { event: event.id, endpoint: id, payload, state: mode.hold ? 'held' : 'waiting', attempts: 0, status: null };
    if (dropped) delivery.state = 'dropped';
    state.deliveries.push(delivery);
    if (dropped || mode.hold) continue;
    start(state, delivery);
    if (mode.random() < mode.duplicate) start(state, delivery);
  }
  return endpoints.length;
}

/** Sends now, whatever its state. */
function start(state: State, delivery: Delivery): void {
  const { delayMs, random } = state.deliveryMode;
  setTimeout(() => void attempt(state, delivery), Math.floor(random() * delayMs)).unref();
}

export async function attempt(state: State, delivery: Delivery): Promise<void> {
  const endpoint = state.webhookEndpoints.find(delivery.endpoint);
  if (!endpoint) return;
  delivery.attempts += 1;
  // Signed with the machine's time: the receiver compares it with its own.
  const signed = signature(delivery.payload, endpoint.secret ?? '', Math.floor(Date.now() / 1000));
  delivery.status = await post(endpoint.url, delivery.payload, signed);
  if (delivery.status >= 200 && delivery.status < 300) {
    delivery.state = 'delivered';
    return;
  }
  delivery.state = delivery.attempts < maxAttempts ? 'waiting' : 'failed';
  if (delivery.state === 'waiting') setTimeout(() => void attempt(state, delivery), retryMillis[delivery.attempts - 1] ?? 4000).unref();
}

/** @returns the status, 0 when there was no answer */
function post(url: string, payload: string, signed: string): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        timeout: 30_000,
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signed, 'User-Agent': 'Stripe/1.0' },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.once('error', () => resolve(0));
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.end(payload);
  });
}
