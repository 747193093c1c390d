import type { SavedView } from '@bedplate/contract';
import Check from '@mui/icons-material/Check';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Save from '@mui/icons-material/SaveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CopyButton } from '../../../components/copy-text.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Writes } from '../../../lib/writes.tsx';
import { t } from '../../../texts/index.ts';
import { NameForm } from './name-form.tsx';
import { linkTo } from './view-settings.ts';

interface SavedViewRowProps {
  saved: SavedView;
  /** Whether the page shows this view. */
  isShown: boolean;
  onPick: () => void;
  /** Puts what is shown into the view; null for those who only read. */
  onKeep: (() => void) | null;
  onRename: (name: string) => Promise<unknown>;
  onDelete: () => void;
}

/** A saved view by its name, with its link and what may be done to it. */
export function SavedViewRow({ saved, isShown, onPick, onKeep, onRename, onDelete }: SavedViewRowProps) {
  const { name } = saved;
  const { pathname } = useLocation();
  const [naming, setNaming] = useState<{ isBusy: boolean; problem: string; refused?: unknown } | null>(null);
  const rename = async (next: string) => {
    setNaming({ isBusy: true, problem: '' });
    try {
      if (next !== name) await onRename(next);
      setNaming(null);
    } catch (error) {
      setNaming({ isBusy: false, problem: messageOf(error), refused: error });
      throw error;
    }
  };
  if (naming) {
    return (
      <Box component="li" sx={{ py: 1 }}>
        <NameForm label={t('views.newName', { name })} button={t('views.rename')} first={name} onName={rename} {...naming} />
      </Box>
    );
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
      <Button
        color="inherit"
        aria-current={isShown || undefined}
        startIcon={<Check sx={{ visibility: isShown ? 'visible' : 'hidden' }} />}
        onClick={onPick}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      >
        {name}
      </Button>
      <CopyButton text={linkTo(saved.view, window.location.origin + pathname)} label={t('views.copyLink', { name })} />
      {onKeep && (
        <Writes>
          <RowButton label={t('views.keep', { name })} isOff={isShown} onClick={onKeep}>
            <Save fontSize="small" />
          </RowButton>
          <RowButton label={t('views.renameName', { name })} onClick={() => setNaming({ isBusy: false, problem: '' })}>
            <Edit fontSize="small" />
          </RowButton>
          <RowButton label={t('views.delete', { name })} onClick={onDelete}>
            <Delete fontSize="small" />
          </RowButton>
        </Writes>
      )}
    </Box>
  );
}

interface RowButtonProps {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowButton({ label, isOff = false, onClick, children }: RowButtonProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" disabled={isOff} aria-label={label} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
