import { type AppMailKind, appMailKinds, type AppMails, type AppMailText } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { Panel } from '../../components/panel.tsx';
import type { StorageRef } from '../../lib/storage-path.ts';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';
import { LanguageFields } from './language-fields.tsx';
import type { Faults } from './look-panel.tsx';
import { MailPreview } from './mail-preview.tsx';
import { textOf, withText } from './mail-text.ts';
import { WordFields } from './word-fields.tsx';

interface TextPanelProps {
  storage: StorageRef;
  mails: AppMails;
  faults: Faults;
  onChange: (mails: AppMails) => void;
}

const kinds = Object.keys(appMailKinds) as AppMailKind[]; // of the table itself
const parts = ['subject', 'heading', 'body', 'button', 'closing'] as const;

/** The text of each mail in each language, beside the mail as its readers see it. */
export function TextPanel({ storage, mails, faults, onChange }: TextPanelProps) {
  const [kind, setKind] = useState<AppMailKind>('signIn');
  const [language, setLanguage] = useState(mails.language);
  const { text, source } = textOf(mails, language, kind);
  const write = (next: AppMailText | null) => onChange(withText(mails, { language, kind, text: next }));
  return (
    <Panel title={t('appMails.texts')} about={t('appMails.textsAbout')}>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
          <LanguageFields
            mails={mails}
            shown={language}
            onShow={setLanguage}
            onUsual={(usual) => onChange({ ...mails, language: usual })}
          />
          <ChoiceField
            label={t('appMails.kind')}
            value={kind}
            options={kinds.map((one) => ({ value: one, text: t(`appMails.kind.${one}`) }))}
            onChange={(one) => setKind(one as AppMailKind)}
          />
          {source === 'own' ? (
            <Button variant="outlined" color="inherit" sx={{ justifySelf: 'start' }} onClick={() => write(null)}>
              {t('appMails.useOurs')}
            </Button>
          ) : (
            <Typography variant="body2" color="textSecondary">
              {t(source === 'ours' ? 'appMails.isOurs' : 'appMails.isFallback')}
            </Typography>
          )}
          {parts
            .filter((part) => part !== 'button' || text.button !== undefined)
            .map((part) => (
              <Field
                key={`${language} ${kind} ${part}`}
                label={t(`appMails.${part}`)}
                multiline={part === 'body' || part === 'closing'}
                minRows={part === 'body' ? 5 : 2}
                help={part === 'body' ? t('appMails.bodyHelp', { places: placesOf(kind) }) : undefined}
                error={faults[`texts.${language}.${kind}.${part}`]}
                value={text[part] ?? ''}
                onChange={({ target }) => write({ ...text, [part]: target.value })}
              />
            ))}
          <WordFields mails={mails} language={language} kind={kind} faults={faults} onChange={onChange} />
        </Box>
        <MailPreview storage={storage} trial={{ kind, language, mails }} />
      </Box>
    </Panel>
  );
}

function placesOf(kind: AppMailKind): string {
  return appMailKinds[kind].map((name) => `{${name}}`).join(t('between'));
}
