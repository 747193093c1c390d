import { type GrantOperator, grantOperators } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import { noTerm, type TermDraft } from './rule-draft.ts';

const words = {
  '=': 'equal',
  '!=': 'unequal',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
  '~': 'contains',
} as const satisfies Record<GrantOperator, string>;

interface ConditionFieldsProps {
  label: string;
  terms: readonly TermDraft[];
  onChange: (terms: TermDraft[]) => void;
}

/** Conditions of a rule, which must all hold. */
export function ConditionFields({ label, terms, onChange }: ConditionFieldsProps) {
  const id = useId();
  const change = (at: number, part: Partial<TermDraft>) => onChange(terms.map((term, i) => (i === at ? { ...term, ...part } : term)));
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, minWidth: 0, border: 0, display: 'grid', gap: 2 }}>
      <Box>
        <FormLabel id={id} component="div">
          {label}
        </FormLabel>
        {terms.length > 0 && <FormHelperText sx={{ mx: 0 }}>{t('accessRules.conditionsHelp')}</FormHelperText>}
      </Box>
      {terms.map(({ field, op, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- conditions have no names
        <Box key={at} sx={rowStyle}>
          <Field
            label={t('accessRules.field')}
            required
            value={field}
            onChange={(event) => change(at, { field: event.target.value })}
            inputProps={asTyped}
          />
          <ChoiceField
            label={t('accessRules.operator')}
            value={op}
            options={grantOperators.map((one) => ({ value: one, text: t(`accessRules.is.${words[one]}`) }))}
            onChange={(one) => change(at, { op: grantOperators.find((known) => known === one) ?? op })}
          />
          <Field
            label={t('accessRules.value')}
            value={value}
            onChange={(event) => change(at, { value: event.target.value })}
            inputProps={asTyped}
          />
          <IconButton
            size="small"
            aria-label={t('accessRules.removeCondition', { number: at + 1 })}
            onClick={() => onChange(terms.filter((_, i) => i !== at))}
            sx={{ alignSelf: 'end', mb: 0.5 }}
          >
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        </Box>
      ))}
      <Button startIcon={<Add />} color="inherit" onClick={() => onChange([...terms, noTerm])} sx={{ justifySelf: 'start' }}>
        {t('accessRules.addCondition')}
      </Button>
    </Box>
  );
}

const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

const rowStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto' },
  '& > :not(button)': { gridColumn: { xs: 1, sm: 'auto' } },
} as const;
