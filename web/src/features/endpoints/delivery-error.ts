import type { DeliveryTry } from '@bedplate/contract';
import { textOf } from '../../texts/index.ts';

/** @returns why a try of a delivery got no answer, in the page's language; null when it got one */
export function deliveryError({ error, reason }: Pick<DeliveryTry, 'error' | 'reason'>): string | null {
  return error !== null && reason ? textOf(`message.${reason.key}`, error, reason.values) : error;
}
