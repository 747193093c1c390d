import type { AppMails } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { Field } from '../../components/form/field.tsx';
import { Panel } from '../../components/panel.tsx';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';

export type Faults = Readonly<Record<string, string>>;

interface LookPanelProps {
  mails: AppMails;
  faults: Faults;
  onChange: (change: Partial<AppMails>) => void;
}

const fields = [
  ['senderName', {}],
  ['replyTo', { type: 'email', inputProps: { autoCapitalize: 'none' } }],
  ['color', { placeholder: '#1257c9', inputProps: { maxLength: 7 } }],
  ['logo', { type: 'url', placeholder: 'https://', inputProps: { autoCapitalize: 'none' } }],
  ['footer', {}],
] as const;
const helped: readonly string[] = ['color', 'logo'];

/** The sender and the look of the mails. An empty field is ours. */
export function LookPanel({ mails, faults, onChange }: LookPanelProps) {
  return (
    <Panel title={t('appMails.sender')} about={t('appMails.senderAbout')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
        {fields.map(([name, props]) => (
          <Field
            key={name}
            {...props}
            label={t(`appMails.${name}`)}
            help={helped.includes(name) ? t(`appMails.${name as 'color' | 'logo'}Help`) : undefined}
            error={faults[name]}
            value={mails[name] ?? ''}
            onChange={({ target }) => onChange({ [name]: target.value.trim() === '' ? null : target.value })}
          />
        ))}
      </Box>
    </Panel>
  );
}
