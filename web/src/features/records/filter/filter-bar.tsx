import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMemo } from 'react';
import { t } from '../../../texts/index.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { conditionText } from './condition-text.ts';
import { type Conditions, readConditions, whereOf } from './conditions.ts';

/** The conditions of the view: each can be changed and taken away. */
export function FilterBar() {
  const where = useDataView(({ view }) => view.where);
  const changeView = useDataView((state) => state.changeView);
  const openDialog = useDataView((state) => state.openDialog);
  const conditions = useMemo(() => readConditions(where), [where]);
  const { isAny, list, others } = conditions;
  const change = (next: Partial<Conditions>) => changeView({ where: whereOf({ ...conditions, ...next }) });
  return (
    <Box component="section" aria-label={t('filter.bar')} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 3 }}>
      {(list.length > 1 || isAny) && (
        <NativeSelect
          value={isAny ? 'any' : 'all'}
          onChange={(event) => change({ isAny: event.target.value === 'any' })}
          input={<OutlinedInput size="small" />}
          inputProps={{ 'aria-label': t('filter.match') }}
          sx={{ '& option': { bgcolor: 'background.paper', color: 'text.primary' }, '& select': { pr: '32px !important' } }}
        >
          <option value="all">{t('filter.all')}</option>
          <option value="any">{t('filter.any')}</option>
        </NativeSelect>
      )}
      {list.map((condition, at) => (
        <Chip
          // oxlint-disable-next-line react/no-array-index-key -- the same condition may be there twice
          key={at}
          text={conditionText(condition)}
          onOpen={() => openDialog({ kind: 'filter', at })}
          onRemove={() => change({ list: list.filter((_, other) => other !== at) })}
        />
      ))}
      {others.map((text) => (
        <Chip key={text} text={text} onRemove={() => change({ others: others.filter((other) => other !== text) })} />
      ))}
      <Button size="small" color="inherit" onClick={() => changeView({ where: '' })}>
        {t('filter.clear')}
      </Button>
    </Box>
  );
}

interface ChipProps {
  text: string;
  /** Absent for what the form cannot show. */
  onOpen?: () => void;
  onRemove: () => void;
}

function Chip({ text, onOpen, onRemove }: ChipProps) {
  return (
    <Box sx={chipStyle}>
      {onOpen ? (
        <ButtonBase aria-label={t('filter.change', { condition: text })} title={text} onClick={onOpen} sx={textStyle}>
          {text}
        </ButtonBase>
      ) : (
        <Box component="code" title={text} sx={{ ...textStyle, typography: 'mono' }}>
          {text}
        </Box>
      )}
      <IconButton size="small" aria-label={t('filter.remove', { condition: text })} onClick={onRemove}>
        <Close sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}

const chipStyle = {
  display: 'flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: 32,
  pr: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '16px',
  bgcolor: 'background.paper',
};
const textStyle = {
  display: 'block',
  minWidth: 0,
  maxWidth: 360,
  px: 3,
  py: 1,
  borderRadius: '16px',
  typography: 'body2',
  overflowWrap: 'anywhere',
};
