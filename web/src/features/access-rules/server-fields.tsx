import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import type { SetDraft } from './rule-draft.ts';

/** Fields that the server sets with every write, with their values. */
export function ServerFields({ fields, onChange }: { fields: readonly SetDraft[]; onChange: (fields: SetDraft[]) => void }) {
  const id = useId();
  const change = (at: number, part: Partial<SetDraft>) => onChange(fields.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, minWidth: 0, border: 0, display: 'grid', gap: 2 }}>
      <Box>
        <FormLabel id={id} component="div">
          {t('accessRules.server')}
        </FormLabel>
        {fields.length > 0 && <FormHelperText sx={{ mx: 0 }}>{t('accessRules.serverHelp')}</FormHelperText>}
      </Box>
      {fields.map(({ field, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a field has no name before it is typed
        <Box key={at} sx={rowStyle}>
          <Field
            label={t('accessRules.field')}
            required
            value={field}
            error={isTwice(fields, at) ? t('accessRules.serverTwice') : undefined}
            onChange={(event) => change(at, { field: event.target.value })}
            inputProps={asTyped}
          />
          <Field
            label={t('accessRules.value')}
            value={value}
            onChange={(event) => change(at, { value: event.target.value })}
            inputProps={asTyped}
          />
          <IconButton
            size="small"
            aria-label={t('accessRules.removeServer', { number: at + 1 })}
            onClick={() => onChange(fields.filter((_, i) => i !== at))}
            sx={{ alignSelf: 'start', mt: 7 }}
          >
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        </Box>
      ))}
      <Button
        startIcon={<Add />}
        color="inherit"
        onClick={() => onChange([...fields, { field: '', value: '@user.id' }])}
        sx={{ justifySelf: 'start' }}
      >
        {t('accessRules.addServer')}
      </Button>
    </Box>
  );
}

function isTwice(fields: readonly SetDraft[], at: number): boolean {
  const name = fields[at]?.field.trim();
  return name !== '' && fields.findIndex(({ field }) => field.trim() === name) < at;
}

const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

const rowStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
  '& > :not(button)': { gridColumn: { xs: 1, sm: 'auto' } },
} as const;
