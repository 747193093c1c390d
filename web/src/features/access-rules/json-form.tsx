import { Grants, ruleFault } from '@bedplate/contract';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';

interface JsonFormProps {
  rules: Grants;
  /** Null while the text is no list of rules. */
  onChange: (rules: Grants | null) => void;
}

/** The rules as code. */
export function JsonForm({ rules, onChange }: JsonFormProps) {
  const [text, setText] = useState(() => JSON.stringify(rules, null, 2));
  const read = readRules(text);
  return (
    <Field
      label={t('accessRules.json')}
      required
      help={t('accessRules.jsonHelp')}
      error={read.problem}
      multiline
      minRows={8}
      maxRows={30}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readRules(event.target.value).rules);
      }}
      inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, dir: 'ltr' }}
      sx={{ '& textarea': { typography: 'mono' } }}
    />
  );
}

function readRules(text: string): { rules: Grants | null; problem?: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { rules: null, problem: t('accessRules.notJson') };
  }
  const read = Grants.safeParse(json);
  if (read.success) return { rules: read.data };
  const [issue] = read.error.issues;
  return { rules: null, problem: issue ? ruleFault(issue, json) : '' };
}
