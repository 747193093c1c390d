import { type EndUserReach, usualReadOnlyFields } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import type { StorageForm } from './storage-fields.tsx';

const reaches: readonly EndUserReach[] = ['none', 'own', 'all'];

/** The rights of the app's own users, who come with an access token. */
export function AccessFields({ form }: { form: StorageForm }) {
  const id = useId();
  const options = reaches.map((value) => ({ value, text: t(`access.${value}`) }));
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      sx={{ m: 0, p: 0, minWidth: 0, border: 0, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FormLabel id={id} component="div">
          {t('access.title')}
        </FormLabel>
        <FormHelperText sx={{ mx: 0 }}>{t('access.help')}</FormHelperText>
      </Box>
      {(['read', 'write'] as const).map((verb) => (
        <Controller
          key={verb}
          control={form.control}
          name={`endUserAccess.${verb}`}
          render={({ field: { value, onChange } }) => (
            <ChoiceField label={t(`access.${verb}`)} value={value ?? 'none'} options={options} onChange={onChange} />
          )}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Controller
          control={form.control}
          name="endUserAccess.readOnly"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <NamesField names={value ?? usualReadOnlyFields} onChange={onChange} invalid={error !== undefined} />
          )}
        />
      </Box>
    </Box>
  );
}

/** Names with commas between them; while they are typed they stay as they are typed. */
function NamesField({ names, onChange, invalid }: { names: readonly string[]; onChange: (names: string[]) => void; invalid: boolean }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={t('access.readOnly')}
      multiline
      help={t('access.readOnlyHelp')}
      error={invalid ? t('access.readOnlyInvalid') : undefined}
      value={typed ?? names.join(', ')}
      inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(
          value
            .split(/[,，\n]/)
            .map((name) => name.trim())
            .filter(Boolean),
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
