import { type AppMailKind, appMailKinds, type AppMails, appMailWord, type AppMailWord, appMailWords } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { Field } from '../../components/form/field.tsx';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';
import type { Faults } from './look-panel.tsx';
import { withWord } from './mail-text.ts';

interface WordFieldsProps {
  mails: AppMails;
  language: string;
  kind: AppMailKind;
  faults: Faults;
  onChange: (mails: AppMails) => void;
}

/** The words for the ways that a mail names, in its language; the same in all mails. */
export function WordFields({ mails, language, kind, faults, onChange }: WordFieldsProps) {
  const id = useId();
  const places: readonly string[] = appMailKinds[kind];
  const place = (['way', 'ways'] as const).find((name) => places.includes(name));
  if (!place) return null;
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, minWidth: 0, border: 0, display: 'grid', gap: 3 }}>
      <Box>
        <FormLabel id={id} component="div">
          {t('appMails.words', { place: `{${place}}` })}
        </FormLabel>
        <FormHelperText sx={{ mx: 0 }}>{t('appMails.wordsHelp')}</FormHelperText>
      </Box>
      {appMailWords[place].map((word: AppMailWord) => (
        <Field
          key={`${language} ${word}`}
          label={t(`appMails.word.${word}`)}
          error={faults[`words.${language}.${word}`]}
          value={mails.words[language]?.[word] ?? ''}
          placeholder={appMailWord(word, withWord(mails, { language, word, text: '' }), language)}
          inputProps={{ maxLength: 100, lang: language }}
          onChange={({ target }) => onChange(withWord(mails, { language, word, text: target.value }))}
        />
      ))}
    </Box>
  );
}
