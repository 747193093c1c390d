import Box from '@mui/material/Box';
import { type TextKey, t } from '../../../texts/index.ts';
import type { Step } from './use-import.ts';

const steps: readonly { text: TextKey; names: readonly Step['name'][] }[] = [
  { text: 'import.stepFile', names: ['file'] },
  { text: 'import.stepColumns', names: ['columns'] },
  { text: 'import.stepCheck', names: ['checking', 'checked'] },
  { text: 'import.stepImport', names: ['importing', 'done', 'undoing', 'undone'] },
];

/** The step of the import, in words and not only by colour. */
export function StepTrail({ step }: { step: Step['name'] }) {
  const present = steps.findIndex(({ names }) => names.includes(step));
  return (
    <Box
      component="ol"
      aria-label={t('import.steps')}
      sx={{
        m: 0,
        px: 6,
        pb: 3,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 5,
        rowGap: 1,
        listStyle: 'none',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {steps.map(({ text }, at) => (
        <Box
          component="li"
          key={text}
          aria-current={at === present ? 'step' : undefined}
          sx={{
            typography: 'body2',
            color: at === present ? 'text.primary' : 'text.secondary',
            fontWeight: at === present ? 600 : 400,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {at + 1}. {t(text)}
        </Box>
      ))}
    </Box>
  );
}
