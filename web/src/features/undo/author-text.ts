import type { HistoryAuthor } from '@bedplate/contract';
import { t } from '../../texts/index.ts';

/** Tells who did it, by name where there is one. */
export function authorText({ kind, id, name, startedBy }: HistoryAuthor): string {
  if (kind === 'member' && id === 'trash') return t('history.by.trash');
  if (kind === 'key' && id.startsWith('hook_')) return name ? t('history.by.webhookOf', { name }) : t('history.by.webhook');
  if (kind === 'job' && startedBy) return t('history.by.jobOf', { who: authorText(startedBy), id });
  if (kind === 'key' && name === '') return t('history.by.account');
  return name ? t('history.by.name', { name }) : t(`history.by.${kind}`, { id });
}
