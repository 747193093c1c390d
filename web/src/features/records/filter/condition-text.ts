import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { type FieldCondition, typedText } from './field-condition.ts';

/** @returns the condition in the words of the filter bar */
export function conditionText({ field, operator, values }: FieldCondition): string {
  const shown = values.map(typedText);
  if (operator === 'near') return t('filter.nearPlace', { field, place: shown[0] ?? '', km: shown[1] ?? '' });
  return [field, t(`filter.${operator}`), shown.join(operator === 'between' ? ' – ' : t('between'))].filter(Boolean).join(' ');
}
