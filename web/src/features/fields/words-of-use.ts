import type { FieldUse } from '@bedplate/contract';
import { t } from '../../texts/index.ts';

/** @returns what uses a field, in the page's language */
export function wordsOfUse(use: FieldUse): string {
  switch (use.kind) {
    case 'rule':
      return use.storage === null
        ? t('fields.use.rule', { number: use.number })
        : t('fields.use.ruleOf', { number: use.number, storage: use.storage });
    case 'view':
      return t('fields.use.view', { name: use.name });
    case 'unique':
      return t('fields.use.unique', { names: use.fields.join(' + ') });
    case 'total':
      return t('fields.use.total', { names: [...use.by, ...use.sum].join(' + ') });
    case 'reference':
      return t('fields.use.reference', { storage: use.storage });
    case 'closed':
      return t('fields.use.closed');
  }
}
