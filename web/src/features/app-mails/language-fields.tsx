import { type AppMails, appMailLanguages, LanguageTag, mailLimits } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';
import { storedLanguage } from '../../texts/language.ts';

interface LanguageFieldsProps {
  mails: AppMails;
  shown: string;
  onShow: (language: string) => void;
  onUsual: (language: string) => void;
}

/** The language whose texts are shown, the usual one, and the way to another. */
export function LanguageFields({ mails, shown, onShow, onUsual }: LanguageFieldsProps) {
  const [added, setAdded] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const known = [
    ...new Set([...Object.keys(appMailLanguages), ...Object.keys(mails.texts), ...Object.keys(mails.words), mails.language, shown]),
  ];
  const options = known.map((language) => ({ value: language, text: nameOf(language) }));
  const add = () => {
    const language = added?.trim() ?? '';
    if (!LanguageTag.safeParse(language).success) return setFault(t('appMails.newLanguageHelp'));
    setAdded(null);
    setFault(undefined);
    onShow(language);
  };
  return (
    <Box
      sx={{ display: 'grid', gap: 4, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <ChoiceField label={t('appMails.shownLanguage')} value={shown} options={options} onChange={onShow} />
      <ChoiceField
        label={t('appMails.language')}
        help={t('appMails.languageHelp')}
        value={mails.language}
        options={options}
        onChange={onUsual}
      />
      {added === null ? (
        <Button
          variant="outlined"
          color="inherit"
          sx={{ justifySelf: 'start' }}
          disabled={Object.keys(mails.texts).length >= mailLimits.languages}
          onClick={() => setAdded('')}
        >
          {t('appMails.addLanguage')}
        </Button>
      ) : (
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
          <Field
            label={t('appMails.newLanguage')}
            help={t('appMails.newLanguageHelp')}
            error={fault}
            value={added}
            inputProps={{ autoCapitalize: 'none', maxLength: 20 }}
            onChange={({ target }) => setAdded(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault(); // it would save everything
              add();
            }}
          />
          <Button variant="outlined" color="inherit" sx={{ mt: 7 }} onClick={add}>
            {t('appMails.add')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** @returns the language's name in that of the console, with its tag */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([storedLanguage()], { type: 'language', fallback: 'none' }).of(language);
  return name ? `${name} (${language})` : language;
}
