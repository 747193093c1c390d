import type { furtherRefusals } from '@bedplate/contract';
import { textOf } from '../../texts/index.ts';

/** A delivery keeps its failure as a sentence; `(…)` at its end is the connection's code. */
const sentences: readonly [RegExp, keyof typeof furtherRefusals][] = [
  [/^The name of the host/, 'hostUnknown'],
  [/^The address does not belong/, 'addressPrivate'],
  [/^The connection was refused/, 'connectionRefused'],
  [/^The connection failed/, 'connectionFailed'],
  [/^The certificate/, 'certificateBroken'],
  [/^There was no answer/, 'receiverSilent'],
];

/** @returns why a delivery failed, in the page's language */
export function deliveryError(error: string): string {
  const key = sentences.find(([pattern]) => pattern.test(error))?.[1];
  return key ? textOf(`message.${key}`, error, { code: /\((\w+)\)\.$/.exec(error)?.[1] ?? '' }) : error;
}
