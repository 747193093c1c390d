import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';

const steps = ['firstSteps.project', 'firstSteps.storage', 'firstSteps.record'] as const;

/** Explains the next steps while an account has no project. */
export function FirstSteps() {
  return (
    <Box component="section" aria-label={t('firstSteps.title')} sx={{ maxWidth: 560 }}>
      <Typography variant="h3" component="h2">
        {t('firstSteps.title')}
      </Typography>
      <Box component="ol" sx={{ m: 0, mt: 2, pl: 5, display: 'grid', gap: 1.5, color: 'text.secondary' }}>
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </Box>
    </Box>
  );
}
