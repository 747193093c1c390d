import type { UndoSample } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { OwnText } from '../../components/own-text.tsx';
import { inOurWords } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { authorText } from './author-text.ts';
import type { UndoPreview } from './undo-calls.ts';

/** By storage: how many records would change, and what would become of the first of them. */
export function UndoPlan({ plans }: { plans: readonly UndoPreview[] }) {
  if (plans.length === 0) return <Typography color="textSecondary">{t('undoOf.none')}</Typography>;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <Typography color="textSecondary">{t('undoOf.about')}</Typography>
      {plans.map(({ storageId, storageName, records, isExact, samples }) => (
        <section key={storageId}>
          <Typography component="h3" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            <OwnText>{storageName}</OwnText>
          </Typography>
          <Typography variant="body2">{t(isExact ? 'undoOf.records' : 'undoOf.recordsAtLeast', { count: records })}</Typography>
          <Box component="ul" sx={{ m: 0, mt: 2, pl: 5, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
            {samples.map((sample) => (
              <Typography key={sample.id} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {sample.name && <OwnText>{sample.name}</OwnText>}
                <Typography variant="mono" component="span" color={sample.name ? 'textSecondary' : 'textPrimary'}>
                  {sample.id}
                </Typography>{' '}
                {fateOf(sample)}
                {sample.conflicts.map(({ field, reason, author, message, ...text }) => (
                  <Typography key={field} variant="body2" color="warning" component="span" sx={{ display: 'block' }}>
                    {keptText({ field, reason, author })}
                    {message && inOurWords({ message, ...text })}
                  </Typography>
                ))}
              </Typography>
            ))}
          </Box>
          {records > samples.length && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              {t('undoOf.more', { count: samples.length })}
            </Typography>
          )}
        </section>
      ))}
    </Box>
  );
}

function keptText({ field, reason, author }: Pick<UndoSample['conflicts'][number], 'field' | 'reason' | 'author'>): string {
  const who = author ? authorText(author) : t('history.by.others');
  if (field !== '#') return reason === 'changed' ? t('undoOf.kept.changed', { field, who }) : t(`undoOf.kept.${reason}`, { field });
  const whole = keptWhole[reason];
  return whole ? t(whole) : t('undoOf.kept', { who });
}

/** Why the record itself stays, where nobody has changed it since. */
const keptWhole: Partial<Record<UndoSample['conflicts'][number]['reason'], 'undoOf.keptRefused' | 'undoOf.keptUnknown'>> = {
  refused: 'undoOf.keptRefused',
  unknown: 'undoOf.keptUnknown',
};

function fateOf({ existence, fields }: UndoSample): string {
  if (existence === 'remove' || existence === 'bury') return t('undoOf.goes');
  if (existence !== 'stays') return t('undoOf.comesBack');
  return fields.length > 0 ? t('undoOf.goBack', { fields: fields.join(t('between')) }) : t('undoOf.stays');
}
