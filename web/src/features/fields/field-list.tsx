import type { Storage, StorageSchema } from '@bedplate/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import { t } from '../../texts/index.ts';
import { defaultWords, limitWords, typeWords } from './field-words.ts';
import { uniqueRuleOf } from './schema-edits.ts';
import { rowStyle } from './row-style.ts';

interface FieldListProps {
  schema: StorageSchema;
  storages: readonly Storage[];
  onEdit: (name: string) => void;
  onRemove: (name: string) => void;
  ref: Ref<HTMLUListElement>;
}

/** The declared fields in their order: name, type and rules in words. */
export function FieldList({ schema, storages, onEdit, onRemove, ref }: FieldListProps) {
  return (
    <Box component="ul" ref={ref} tabIndex={-1} aria-label={t('fields.list')} sx={listStyle}>
      {Object.entries(schema.fields).map(([name, field]) => (
        <Box component="li" key={name} sx={rowStyle}>
          <Box sx={{ flex: { xs: '1 1 calc(100% - 96px)', md: '1 1 200px' }, minWidth: 0 }}>
            <Typography variant="mono" component="div" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            {field.description && (
              <Typography variant="body2" color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {field.description}
              </Typography>
            )}
          </Box>
          <Box sx={wordsStyle}>
            <Typography component="span">{typeWords(field, storages)}</Typography>
            {marksOf(name, schema).map((mark) => (
              <Chip key={mark} size="small" variant="outlined" label={mark} />
            ))}
            <Rules words={[...limitWords(field), ...beginning(defaultWords(field))]} />
          </Box>
          <Box sx={{ display: 'flex', flexShrink: 0, gap: 1, order: { xs: 1, md: 0 } }}>
            <IconButton size="small" aria-label={t('fields.editNamed', { name })} onClick={() => onEdit(name)}>
              <EditOutlined fontSize="inherit" />
            </IconButton>
            <IconButton size="small" aria-label={t('fields.removeNamed', { name })} onClick={() => onRemove(name)}>
              <DeleteOutlined fontSize="inherit" />
            </IconButton>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Rules({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {words.join(' · ')}
    </Typography>
  );
}

function beginning(value: string): string[] {
  return value === '' ? [] : [t('fields.begins', { value })];
}

function marksOf(name: string, schema: StorageSchema): string[] {
  const field = schema.fields[name];
  return [
    ...(field?.required ? [t('field.required')] : []),
    ...(uniqueRuleOf(schema, name) ? [t('field.unique')] : []),
    ...(field?.readOnly ? [t('field.readOnly')] : []),
  ];
}

const listStyle = { m: 0, p: 0, listStyle: 'none', outline: 'none' };
/** Below the name and the buttons on a phone. */
const wordsStyle = {
  order: { xs: 2, md: 0 },
  flex: { xs: '1 1 100%', md: '2 1 260px' },
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
};
