import { Timestamp } from '../../store/model/values.ts';
import type { DeliveryDocument, EndpointDocument, StoredTry } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { postSafely } from './post-safely.ts';
import { unanswered } from './unanswered.ts';
import { openSecret } from './secrets.ts';
import { signature } from './signature.ts';
import { targetUrl } from '../../network/target-url.ts';

/** The facts that every delivery carries beside its body. */
export const deliveryHeaders = ['Content-Type', 'X-Bedplate-Event', 'X-Bedplate-Delivery', 'X-Bedplate-Signature'] as const;

/** A try as it is kept, and how long the receiver asks us to stay away, milliseconds. */
interface Sent {
  readonly tried: StoredTry;
  readonly retryAfter: number;
}

/** One try; never throws for what the receiver does. */
export async function send(
  { config, now }: DeliveryServices,
  {
    deliveryId,
    delivery: { event, body },
    endpoint: { id, data: endpoint },
  }: { deliveryId: string; delivery: Pick<DeliveryDocument, 'event' | 'body'>; endpoint: Row<EndpointDocument> },
): Promise<Sent> {
  const started = now();
  const at = Timestamp.fromMillis(started);
  try {
    const rules = { allowLoopback: config.emulators !== null };
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Bedplate-Webhooks/1',
      'x-bedplate-event': event,
      'x-bedplate-delivery': deliveryId,
      'x-bedplate-signature': signature(openSecret(config, id, endpoint), body, started),
    };
    const { status, text, retryAfter = 0 } = await postSafely(targetUrl(endpoint.url ?? '', rules), { ...rules, headers, body });
    return { tried: { at, status, millis: now() - started, answer: text, error: null }, retryAfter };
  } catch (error) {
    return { tried: unanswered(at, now() - started, error), retryAfter: 0 };
  }
}
