import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import type { SchemaField } from '@bedplate/contract';
import { useId } from 'react';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import type { SeenField } from './seen-types.ts';

interface OfferedTypesProps {
  fields: readonly SeenField[];
  /** Names of those that are not declared. */
  off: ReadonlySet<string>;
  onTurn: (name: string, isOn: boolean) => void;
}

/** New fields of which all values in the file are of one type: each is declared with the import, unless it is turned off. */
export function OfferedTypes({ fields, off, onTurn }: OfferedTypesProps) {
  const id = useId();
  if (fields.length === 0) return null;
  return (
    <Box component="fieldset" aria-describedby={`${id}-about`} sx={{ m: 0, p: 0, minWidth: 0, border: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, p: 0 }}>
        {t('import.offered')}
      </Typography>
      <Typography id={`${id}-about`} variant="body2" color="textSecondary">
        {t('import.offeredAbout')}
      </Typography>
      <Box component="ul" aria-label={t('import.offered')} sx={listStyle}>
        {fields.map(({ name, field }) => (
          <Box component="li" key={name} sx={{ '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}>
            <Box component="label" htmlFor={`${id}-${name}`} sx={rowStyle}>
              <Checkbox
                id={`${id}-${name}`}
                size="small"
                checked={!off.has(name)}
                onChange={(_, isOn) => onTurn(name, isOn)}
                sx={{ p: 1, gridRow: { xs: 'span 2', sm: 'auto' } }}
              />
              <Typography component="span" variant="mono" dir="auto" translate="no" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {name}
              </Typography>
              <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {wordsOf(field)}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function wordsOf({ type, of, values }: SchemaField): string {
  if (type === 'list' && of) return t('field.listOf', { of: t(`field.type.${of}`) });
  const words = t(`field.type.${type}`);
  return values ? t('import.offeredChoice', { type: words, values: values.join(t('between')) }) : words;
}

const listStyle = {
  listStyle: 'none',
  m: 0,
  mt: 3,
  p: 0,
  maxHeight: 320,
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '40px minmax(0, 1fr)', sm: '40px minmax(0, 1fr) minmax(0, 1.3fr)' },
  alignItems: 'center',
  columnGap: 2,
  px: 2,
  py: 1,
  cursor: 'pointer',
} as const;
