import { type SchemaAnswer, type SchemaState, schemaStates } from '@bedplate/contract';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Panel } from '../../components/panel.tsx';
import { t } from '../../texts/index.ts';
import { wishedState } from './schema-edits.ts';

interface StatePanelProps {
  answer: SchemaAnswer;
  /** Null for roles that only read. */
  onChoose: ((state: SchemaState) => void) | null;
  isBusy: boolean;
}

/** How strict the storage is with its fields, and what each choice means. */
export function StatePanel({ answer, onChoose, isBusy }: StatePanelProps) {
  const group = useId();
  const present = wishedState(answer.state);
  return (
    <Panel title={t('fields.state')} about={t('fields.stateAbout')}>
      <Box role="radiogroup" aria-label={t('fields.state')} sx={groupStyle}>
        {schemaStates.map((state) => (
          <Box
            key={state}
            component="label"
            htmlFor={`${group}-${state}`}
            sx={{ ...choiceStyle, ...(state === present ? chosenStyle : {}), cursor: onChoose && !isBusy ? 'pointer' : 'default' }}
          >
            <Radio
              id={`${group}-${state}`}
              name={group}
              size="small"
              checked={state === present}
              disabled={onChoose === null || isBusy}
              onChange={() => onChoose?.(state)}
              slotProps={{ input: { 'aria-describedby': `${group}-${state}-about` } }}
              sx={{ p: 0, mt: 0.25 }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{t(`fields.state.${state}`)}</Typography>
              <Typography id={`${group}-${state}-about`} variant="body2" color="textSecondary">
                {t(`fields.state.${state}.about`)}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
      {answer.state === 'arming' && (
        <Box component="output" sx={{ display: 'block', mt: 4 }}>
          <Typography variant="body2">{t('fields.arming')}</Typography>
          <LinearProgress aria-label={t('fields.arming')} sx={{ mt: 2, borderRadius: 1 }} />
        </Box>
      )}
    </Panel>
  );
}

const groupStyle = { display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } };
const choiceStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 2,
  p: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '&:has(:focus-visible)': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
};
const chosenStyle = { borderColor: 'primary.main', bgcolor: 'action.selected' };
