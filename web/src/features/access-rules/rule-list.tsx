import type { Grants } from '@bedplate/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import { ruleWords } from './rule-words.ts';

interface RuleListProps {
  rules: Grants;
  keyName: (id: string) => string | undefined;
  onEdit: (at: number) => void;
  onRemove: (at: number) => void;
}

/** The rules as sentences. */
export function RuleList({ rules, keyName, onEdit, onRemove }: RuleListProps) {
  if (rules.length === 0) return <Typography color="textSecondary">{t('accessRules.none')}</Typography>;
  return (
    <Box component="ol" aria-label={t('accessRules.list')} sx={{ m: 0, p: 0, listStyle: 'none', counterReset: 'rule' }}>
      {rules.map((rule, at) => (
        // Rules have no names: the place is what tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <Box component="li" key={at} sx={rowStyle}>
          <Typography sx={sentence}>{ruleWords(rule, keyName)}</Typography>
          <Box sx={{ display: 'flex', flexShrink: 0, gap: 1 }}>
            <IconButton size="small" aria-label={t('accessRules.edit', { number: at + 1 })} onClick={() => onEdit(at)}>
              <EditOutlined fontSize="inherit" />
            </IconButton>
            <IconButton size="small" aria-label={t('accessRules.remove', { number: at + 1 })} onClick={() => onRemove(at)}>
              <DeleteOutlined fontSize="inherit" />
            </IconButton>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  counterIncrement: 'rule',
} as const;

/** With its number, since remarks and trials speak of rules by it. */
const sentence = {
  display: 'flex',
  gap: 3,
  flex: 1,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '&::before': { content: 'counter(rule)', flexShrink: 0, minWidth: '1.5ch', color: 'text.secondary' },
} as const;
