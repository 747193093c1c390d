import { limits } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { Field } from '../../../components/form/field.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/add-record.ts';
import { TypedField } from '../edit/typed-field.tsx';
import type { FieldProblems } from '../edit/use-field-problems.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { type ExtraField, extraTypes, inputOf, newExtra } from './read-new-record.ts';

interface ExtraFieldsProps {
  storage: StorageRef;
  extras: readonly ExtraField[];
  onChange: (extras: readonly ExtraField[]) => void;
  problems: FieldProblems;
}

/** Fields with names of one's own, each with its type. */
export function ExtraFields({ storage, extras, onChange, problems }: ExtraFieldsProps) {
  const change = (changed: ExtraField) => onChange(extras.map((extra) => (extra.key === changed.key ? changed : extra)));
  const add = () => onChange([...extras, newExtra(extras)]);
  return (
    <>
      {extras.map((extra) => (
        <Box key={extra.key} component="fieldset" aria-label={extra.name || t('add.newField')} sx={frameStyle}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 130px 28px', gap: 2, alignItems: 'start' }}>
            <Field
              label={t('add.fieldName')}
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears at the person's wish, below what is in sight, or first in its dialog
              autoFocus
              value={extra.name}
              onChange={(event) => change({ ...extra, name: event.target.value })}
              error={ownValue(problems, inputOf.name(extra))}
              inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: limits.fieldNameLength }}
            />
            <ChoiceField
              label={t('field.type')}
              value={extra.type}
              options={extraTypes.map((type) => ({ value: type, text: t(`field.type.${type}`) }))}
              onChange={(type) => change({ ...extra, type: extraTypes.find((known) => known === type) ?? extra.type, text: '' })}
            />
            <IconButton
              size="small"
              aria-label={t('add.removeField', { field: extra.name })}
              onClick={() => onChange(extras.filter(({ key }) => key !== extra.key))}
              sx={{ mt: 7 }}
            >
              <Close sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
          <TypedField
            label={t('add.value')}
            field={{ type: extra.type }}
            text={extra.text}
            storage={storage}
            onText={(text) => change({ ...extra, text })}
            error={ownValue(problems, inputOf.value(extra))}
          />
        </Box>
      ))}
      <Box>
        <Button size="small" startIcon={<Add />} onClick={add}>
          {t('add.another')}
        </Button>
      </Box>
    </>
  );
}

const frameStyle = {
  m: 0,
  p: 3,
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 3,
};
