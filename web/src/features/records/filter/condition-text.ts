import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { type FieldCondition, typedText } from './field-condition.ts';

/** @returns the condition in the words of the filter bar */
export function conditionText({ field, operator, values }: FieldCondition): string {
  const shown = values.map(typedText);
  return [field, t(`filter.${operator}`), shown.join(operator === 'between' ? ' – ' : ', ')].filter(Boolean).join(' ');
}
