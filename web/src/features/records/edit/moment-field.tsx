import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { ownZone } from '../../../lib/time/own-zone.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import { DayButton } from './day-button.tsx';
import { byZone, type Moment, momentOf, momentText } from './moment.ts';

interface MomentFieldProps {
  label: string;
  /** Of the field's schema. */
  zone: string | undefined;
  text: string;
  onText: (text: string) => void;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** A date and a time with the zone of their clock. A whole time with its offset may be pasted. */
export function MomentField({ label, zone, text, onText, required, disabled, help, error }: MomentFieldProps) {
  const shown = (stored: string) => (zone ? byZone(momentOf(stored, zone), zone) : momentOf(stored, ownZone()));
  const [own, setOwn] = useState<Moment & { text: string }>(() => ({ ...shown(text), text }));
  // Another text has come from outside.
  if (own.text !== text) setOwn({ ...shown(text), text });
  const change = (moment: Moment) => {
    const next = momentText(moment);
    setOwn({ ...moment, text: next });
    onText(next);
  };
  const type = (typed: string) => {
    const pasted = momentOf(typed, own.zone);
    change(pasted.zone === own.zone ? { clock: typed, zone: own.zone } : pasted);
  };
  const zones = [...new Set([own.zone, ...(zone ? [zone] : []), 'UTC', ownZone()])];
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 3fr) minmax(0, 2fr)' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Field
        label={label}
        required={required ?? false}
        disabled={disabled ?? false}
        value={own.clock}
        onChange={(event) => type(event.target.value)}
        placeholder="2026-12-31 23:59:59"
        help={help}
        error={error}
        inputProps={{ autoComplete: 'off', spellCheck: false }}
        endAdornment={
          <DayButton
            label={label}
            day={own.clock.slice(0, 10)}
            disabled={disabled}
            onDay={(day) => change({ ...own, clock: `${day} ${/^\d{4}-\d{2}-\d{2}[T ](.+)$/i.exec(own.clock)?.[1] ?? '00:00:00'}` })}
          />
        }
      />
      <Box sx={{ pt: { sm: '26px' } }}>
        <NativeSelect
          fullWidth
          disabled={disabled ?? false}
          value={own.zone}
          onChange={(event) => change({ ...own, zone: event.target.value })}
          input={<OutlinedInput />}
          inputProps={{ 'aria-label': t('value.zoneOf', { field: label }) }}
          sx={{ '& option': { bgcolor: 'background.paper', color: 'text.primary' }, '& select': { pr: '32px !important' } }}
        >
          {zones.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Box>
    </Box>
  );
}
