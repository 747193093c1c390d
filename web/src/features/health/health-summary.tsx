import type { HealthReport } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { relativeTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';

/** The page in one sentence. */
export function HealthSummary({ report: { checkedAt, parts, signals } }: { report: HealthReport }) {
  if (checkedAt === null) return <Alert severity="info">{t('health.never')}</Alert>;
  const when = t('health.checked', { when: relativeTime(checkedAt) });
  if (parts.every(({ state }) => state === 'unknown')) return <Alert severity="warning">{sentences(t('health.stale'), when)}</Alert>;
  const down = [...parts, ...signals].filter(({ state }) => state === 'down');
  if (down.length > 0) {
    const names = down.map(({ name }) => t(`health.part.${name}`)).join(t('between'));
    return <Alert severity="error">{sentences(t('health.someDown', { names }), when)}</Alert>;
  }
  const slow = parts.filter(({ state }) => state === 'slow').map(({ name }) => t(`health.part.${name}`));
  if (slow.length > 0) return <Alert severity="warning">{sentences(t('health.someSlow', { names: slow.join(t('between')) }), when)}</Alert>;
  return <Alert severity="success">{sentences(t('health.allWell'), when)}</Alert>;
}
