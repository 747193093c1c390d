import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Stripe } from 'stripe';
import { readBytes } from '../../network/read-bytes.ts';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { handleEvent } from '../../domain/billing/handle-event.ts';

/** The signature covers the exact bytes of the body. The platform sets `rawBody` for calls to the function's own address only. */
export interface RawRequest extends IncomingMessage {
  rawBody?: Buffer;
}

/** Far above any event. */
const maxBytes = 1024 * 1024;

/** The longest age of a signature in seconds; an older one may be a replay. */
const tolerance = 300;

/** Takes the payment provider's events. 200: done, or not ours; 400: not from the provider; 500: it will send again. */
export function stripeWebhook(services: Services): (req: RawRequest, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    const end = (status: number) =>
      void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ received: status === 200 }));
    if (req.method !== 'POST') return end(405);
    const event = await signedEvent(services, req);
    if (!event || event.livemode !== isLive(services)) return end(400);
    try {
      await handleEvent(services, event);
      end(200);
    } catch (error) {
      log.error('stripe.event-failed', { eventId: event.id, type: event.type }, error);
      end(500);
    }
  };
}

/** @returns null for a body that is too large or broke off */
async function bytesOf(req: RawRequest): Promise<Buffer | null> {
  const bytes = req.rawBody ?? (await readBytes(req, maxBytes).catch(() => null));
  return bytes && bytes.length <= maxBytes ? bytes : null;
}

async function signedEvent(services: Services, req: RawRequest): Promise<Stripe.Event | null> {
  const signature = req.headers['stripe-signature'];
  if (typeof signature !== 'string') return null; // its body is not even read
  const bytes = await bytesOf(req);
  if (!bytes) return null;
  for (const secret of services.config.stripe.webhookSecrets) {
    try {
      return services.stripe.webhooks.constructEvent(bytes, signature, secret, tolerance);
    } catch {
      // Tries the next secret: two are valid while one replaces the other.
    }
  }
  return null;
}

function isLive(services: Services): boolean {
  return !/^(sk|rk)_test_/.test(services.config.stripe.secretKey);
}
