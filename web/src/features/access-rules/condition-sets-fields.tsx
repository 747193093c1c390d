import type { GrantCondition } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { isEqual } from 'es-toolkit';
import { useState } from 'react';
import '../../texts/access-rules.ts';
import { t } from '../../texts/index.ts';
import { ConditionFields } from './condition-fields.tsx';
import { noTerm, type TermDraft, termDraft, termOf } from './rule-draft.ts';

interface ConditionSetsFieldsProps {
  label: string;
  help: string;
  sets: GrantCondition;
  error?: string | undefined;
  onChange: (sets: GrantCondition) => void;
}

/** Sets of conditions, of which one must hold, as they are typed. */
export function ConditionSetsFields({ label, help, sets, error, onChange }: ConditionSetsFieldsProps) {
  const [typed, setTyped] = useState<readonly TermDraft[][]>([]);
  const isTyped = isEqual(conditionOf(typed), sets); // "1." is on its way to 1.5, and else somebody has saved other ones
  const drafts = isTyped ? typed : sets.map((terms) => terms.map(termDraft));
  const change = (next: readonly TermDraft[][]) => {
    const filled = next.filter(({ length }) => length > 0);
    setTyped(filled);
    onChange(conditionOf(filled));
  };
  return (
    <>
      {drafts.map((terms, at) => (
        <ConditionFields
          // oxlint-disable-next-line react/no-array-index-key -- the sets have no names
          key={at}
          label={at === 0 ? label : t('accessRules.orWhere', { number: at + 1 })}
          help={at === 0 ? help : ''}
          terms={terms}
          onChange={(changed) => change(drafts.map((one, i) => (i === at ? changed : one)))}
        />
      ))}
      <Button
        startIcon={<Add />}
        variant="outlined"
        color="inherit"
        onClick={() => change([...drafts, [noTerm]])}
        sx={{ justifySelf: 'start' }}
      >
        {t(drafts.length > 0 ? 'accessRules.addAlternative' : 'accessRules.addCondition')}
      </Button>
      {error && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </>
  );
}

function conditionOf(drafts: readonly TermDraft[][]): GrantCondition {
  return drafts.map((terms) => terms.map(termOf));
}
