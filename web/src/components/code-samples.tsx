import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { t } from '../texts/index.ts';
import { CodeFrame } from './code-frame.tsx';

export type CallLanguage = 'curl' | 'fetch' | 'client';
type CodeLanguage = CallLanguage | 'react';
export type Samples = Record<CallLanguage, string> & { react?: string };
const known: readonly CodeLanguage[] = ['curl', 'fetch', 'client', 'react'];
const storageKey = 'codeLanguage';

/** The same call in three languages, in some places as an app too; the chosen one is remembered. */
export function CodeSamples({ samples }: { samples: Samples }) {
  const languages = known.filter((each) => samples[each] !== undefined);
  const [chosen, setLanguage] = useState<CodeLanguage>(remembered);
  const language = samples[chosen] === undefined ? 'curl' : chosen;
  const choose = (next: CodeLanguage) => {
    localStorage.setItem(storageKey, next);
    setLanguage(next);
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={language}
        onChange={(_, next: CodeLanguage) => choose(next)}
        aria-label={t('code.language')}
        sx={{ minHeight: 36, mb: 2 }}
      >
        {languages.map((each) => (
          <Tab key={each} value={each} label={t(`code.${each}`)} sx={{ minHeight: 36, py: 1, textTransform: 'none' }} />
        ))}
      </Tabs>
      <CodeFrame text={samples[language] ?? ''} copyLabel={t('code.copy')} maxHeight={360} />
    </Box>
  );
}

function remembered(): CodeLanguage {
  const stored = localStorage.getItem(storageKey);
  return known.find((language) => language === stored) ?? 'curl';
}
