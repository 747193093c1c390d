import { isOver, isRunning, type Maintenance } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { PartedField } from '../../../components/form/parted-field.tsx';
import { serverNow } from '../../../lib/time/clock.ts';
import { isoOfInput, localInput } from '../../../lib/time/local-input.ts';
import { ownZone } from '../../../lib/time/own-zone.ts';
import { t } from '../../../texts/index.ts';
import { MaintenanceNotice } from '../../maintenance/maintenance-notice.tsx';

export type MaintenanceErrors = Partial<Record<keyof Maintenance, string>>;

interface MaintenanceFormProps {
  maintenance: Maintenance;
  errors: MaintenanceErrors;
  onChange: (maintenance: Maintenance) => void;
}

/** Message, times and kind of a maintenance, and how everybody will see it. */
export function MaintenanceForm({ maintenance, errors, onChange }: MaintenanceFormProps) {
  const [now] = useState(serverNow);
  const change = (facts: Partial<Maintenance>) => onChange({ ...maintenance, ...facts });
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Field
        label={t('operations.message')}
        required
        help={t('operations.messageHelp')}
        error={errors.message}
        value={maintenance.message}
        onChange={({ target }) => change({ message: target.value })}
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
        {(['startsAt', 'endsAt'] as const).map((name) => (
          <PartedField
            key={name}
            type="datetime-local"
            inputProps={{ step: halfHour }}
            label={t(name === 'startsAt' ? 'operations.from' : 'operations.to')}
            help={t(name === 'startsAt' ? 'operations.fromHelp' : 'operations.toHelp', { zone: ownZone() })}
            error={errors[name]}
            value={localInput(maintenance[name])}
            onChange={({ target }) => change({ [name]: isoOfInput(target.value) })}
          />
        ))}
      </Box>
      <Box>
        <FormControlLabel
          sx={{ ml: 0, gap: 2 }}
          control={
            <Switch
              checked={maintenance.readOnly}
              onChange={({ target }) => change({ readOnly: target.checked })}
              slotProps={{ input: { role: 'switch', 'aria-describedby': 'read-only-about' } }}
            />
          }
          label={t('operations.readOnly')}
        />
        <Typography id="read-only-about" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('operations.readOnlyAbout')}
        </Typography>
      </Box>
      {maintenance.message.trim() !== '' && (
        <Box>
          <Typography variant="body2" sx={{ fontWeight: 550, mb: 1.5 }}>
            {t('operations.preview')}
          </Typography>
          {isOver(maintenance, now) ? (
            <Alert severity="info">{t('operations.over')}</Alert>
          ) : (
            <MaintenanceNotice maintenance={maintenance} isRunning={isRunning(maintenance, now)} />
          )}
        </Box>
      )}
    </Box>
  );
}

/** Seconds: the steps of the browser's picker. */
const halfHour = 30 * 60;
