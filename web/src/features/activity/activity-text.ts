import { type ActivityRow, activitySentence } from '@bedplate/contract';
import { hasText, textOf } from '../../texts/index.ts';

/** @returns what an entry of the activity log tells, in the page's language; English without a code or a text for it */
export function activityText({ kind, values, description }: Pick<ActivityRow, 'kind' | 'values' | 'description'>): string {
  if (!kind || !hasText(`logged.${kind}`)) return description;
  return activitySentence(kind, values ?? {}, (word, places) => textOf(`logged.${word}`, word, places));
}
