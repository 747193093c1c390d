import { type ActivityRow, activitySentence } from '@bedplate/contract';
import { hasText, textOf } from '../../texts/index.ts';

/** @returns an activity entry's sentence in the page's language; English without a code or a translation */
export function activityText({ kind, values, description }: Pick<ActivityRow, 'kind' | 'values' | 'description'>): string {
  if (!kind || !hasText(`logged.${kind}`)) return description;
  return activitySentence(kind, values ?? {}, (word, places) => textOf(`logged.${word}`, word, places));
}
