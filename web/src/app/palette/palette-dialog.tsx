// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a combobox: the search box keeps the focus and the keys, which a <select> cannot
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { isComposing } from '../../lib/composing.ts';
import { t } from '../../texts/index.ts';
import '../../texts/palette-words.ts';
import type { Command } from './command.ts';
import { matching } from './matching.ts';

const shownAtMost = 40;

interface PaletteDialogProps {
  commands: readonly Command[];
  search: string;
  /** More commands may come. */
  isSearching: boolean;
  onSearch: (search: string) => void;
  onClose: () => void;
}

/** A search over pages, actions, storages, records and the documentation; arrows choose, Enter runs. */
export function PaletteDialog({ commands, search, isSearching, onSearch, onClose }: PaletteDialogProps) {
  const listId = useId();
  const [at, setAt] = useState(0);
  const found = matching(commands, search).slice(0, shownAtMost);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => (Math.min(before, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      slotProps={{ container: { sx: { alignItems: 'flex-start', pt: { sm: '10vh' } } }, paper: { 'aria-label': t('palette.title') } }}
    >
      <OutlinedInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus anyway; it belongs to its search
        autoFocus
        fullWidth
        value={search}
        placeholder={t('palette.placeholder')}
        onChange={(event) => {
          onSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        sx={{ borderRadius: 0, '& fieldset': { border: '0 !important' }, '& input': { py: 4, px: 5 } }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': t('palette.placeholder'),
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': chosen ? `${listId}-${chosen.id}` : undefined,
          },
        }}
      />
      <Box component="output" sx={visuallyHidden}>
        {search !== '' && (isSearching && found.length === 0 ? t('palette.searching') : t('palette.found', { count: found.length }))}
      </Box>
      <Box
        role="listbox"
        id={listId}
        aria-label={t('palette.title')}
        sx={{ borderTop: 1, borderColor: 'divider', p: 2, maxHeight: 360, overflowY: 'auto' }}
      >
        {found.map((command) => (
          <Row key={command.id} id={`${listId}-${command.id}`} command={command} chosen={command === chosen} onRun={() => run(command)} />
        ))}
        {found.length === 0 && (
          <Typography color="textSecondary" sx={{ p: 4, textAlign: 'center' }}>
            {t(isSearching ? 'palette.searching' : 'palette.none')}
          </Typography>
        )}
      </Box>
    </Dialog>
  );
}

function Row({ id, command, chosen, onRun }: { id: string; command: Command; chosen: boolean; onRun: () => void }) {
  return (
    <Box
      role="option"
      id={id}
      aria-selected={chosen}
      tabIndex={-1}
      ref={(row: HTMLElement | null) => {
        if (chosen) row?.scrollIntoView?.({ block: 'nearest' });
      }}
      onClick={onRun}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 4,
        px: 3,
        py: 2,
        borderRadius: 1,
        cursor: 'pointer',
        '&[aria-selected=true]': { bgcolor: 'action.selected' },
        '&[aria-selected=true] .MuiTypography-caption': { color: 'text.primary' },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Typography dir="auto" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {command.text}
      </Typography>
      <Typography variant="caption" color="textSecondary" dir="auto" sx={{ maxWidth: '40%', overflowWrap: 'anywhere' }}>
        {command.group}
      </Typography>
    </Box>
  );
}

const visuallyHidden = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)', whiteSpace: 'nowrap' };
