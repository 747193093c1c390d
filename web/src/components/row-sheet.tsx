import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../texts/index.ts';
import '../texts/data-view.ts';
import { InSheet } from './row-action.tsx';

interface RowSheetProps {
  /** Of the element that names the row. */
  titleId: string;
  children: ReactNode;
}

/**
 * The actions of a card in a sheet at the foot of the window. It stays in the page once it was open: an action that it
 * began may ask in a dialog of its own or go on for a while.
 */
export function RowSheet({ titleId, children }: RowSheetProps) {
  const [state, setState] = useState<{ isOpen: boolean; name: string } | null>(null);
  const buttonId = useId();
  const nameId = useId();
  const open = () => setState({ isOpen: true, name: nameIn(document.getElementById(titleId)) });
  const close = () => setState((before) => before && { ...before, isOpen: false });
  return (
    <>
      <IconButton
        id={buttonId}
        aria-label={t('row.actions')}
        aria-labelledby={`${buttonId} ${titleId}`}
        aria-haspopup="dialog"
        aria-expanded={state?.isOpen ?? false}
        onClick={open}
        sx={{ width: 44, height: 44, m: -2, ml: 0 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {state && (
        <Drawer
          anchor="bottom"
          open={state.isOpen}
          onClose={close}
          keepMounted
          slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': nameId, sx: paper } }}
        >
          <Box id={nameId} dir="auto" sx={{ px: 5, pt: 2, pb: 3, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {state.name}
          </Box>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the press of a button inside, by key as well */}
          <Box onClick={close} sx={actions}>
            <InSheet value>{children}</InSheet>
          </Box>
        </Drawer>
      )}
    </>
  );
}

/** Parts beside each other have a space between them only where they are drawn. */
function nameIn(element: HTMLElement | null): string {
  return (element?.innerText || element?.textContent || '').replace(/\s+/g, ' ');
}

const paper = {
  borderRadius: '16px 16px 0 0',
  pt: 3,
  pb: 'max(16px, env(safe-area-inset-bottom))',
  maxHeight: '80dvh',
} as const;

const actions = {
  display: 'grid',
  '& .MuiBox-root': { display: 'grid', gap: 0, p: 0 },
  // Few have one: words begin at one line.
  '& .MuiButton-startIcon': { display: 'none' },
  '& .MuiButton-root': {
    minHeight: 44,
    width: '100%',
    px: 5,
    border: 0,
    borderRadius: 0,
    justifyContent: 'flex-start',
    textAlign: 'start',
    fontSize: '0.9375rem',
    fontWeight: 450,
    boxShadow: 'none',
  },
} as const;
