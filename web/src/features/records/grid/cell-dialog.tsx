import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { lazy, Suspense, useId, useRef } from 'react';
import { AsItWas } from '../../../components/form/as-it-was.tsx';
import { CopyButton } from '../../../components/copy-text.tsx';
import { LogLink } from '../../../components/form/log-link.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import { readableText } from '../columns/cell-text.ts';
import { useFindFault } from '../faults/find-fault.ts';
import { LongText } from '../edit/long-text.tsx';
import type { DeclaredFields } from '../schema/may-edit.ts';

const CellFilters = lazy(async () => ({ default: (await import('../filter/cell-filters.tsx')).CellFilters }));

/** A cell whose whole value is read. */
export interface Cell {
  id: string;
  field: string;
  value: unknown;
  canEdit: boolean;
}

export interface CellDialogProps {
  cell: Cell | null;
  /** The declared ones. */
  fields?: DeclaredFields | null;
  /** The reason, when it opens without a request. */
  notice?: string | undefined;
  /** The refused call that the notice tells of. */
  refused?: unknown;
  onClose: () => void;
  onEdit?: (id: string, field: string) => void;
  /** Sends a value again that was not stored. */
  onAgain?: () => void;
}

/** The whole value of a cell, to read and copy, and from there to edit. */
export function CellDialog({ cell, fields = null, notice, refused, onClose, onEdit, onAgain }: CellDialogProps) {
  const titleId = useId();
  const findFault = useFindFault();
  const fault = cell && notice === undefined ? findFault({ [cell.field]: cell.value }, cell.field) : null;
  const editing = useRef<Cell | null>(null);
  const edit = () => {
    editing.current = cell;
    onClose();
  };
  // The dialog gives the focus back when it has gone; the cell's editor takes it after that.
  const onExited = () => {
    if (editing.current) onEdit?.(editing.current.id, editing.current.field);
    editing.current = null;
  };
  return (
    <Dialog
      open={cell !== null}
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
      slotProps={{ transition: { onExited } }}
    >
      <AsItWas isFading={cell === null}>
        {cell && (
          <>
            <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {cell.field}
              </Box>
              <CopyButton text={readableText(cell.value)} label={t('records.copyValue')} />
            </DialogTitle>
            <DialogContent>
              {notice && (
                <Alert severity="warning" sx={{ mb: 4 }}>
                  {notice} <LogLink error={refused} />
                </Alert>
              )}
              {fault !== null && (
                <Alert severity="warning" sx={{ mb: 4 }}>
                  {fault}
                </Alert>
              )}
              <LongText text={readableText(cell.value)} label={cell.field} minRows={4} maxRows={20} />
            </DialogContent>
            <DialogActions>
              {cell.canEdit && (
                <Button onClick={edit} sx={{ mr: 'auto' }}>
                  {t('records.editCell')}
                </Button>
              )}
              {notice === undefined && (
                <Suspense>
                  <CellFilters field={cell.field} value={cell.value} type={ownValue(fields ?? {}, cell.field)} onDone={onClose} />
                </Suspense>
              )}
              <Button variant="outlined" color="inherit" onClick={onClose}>
                {t('close')}
              </Button>
              {onAgain && (
                <Button variant="contained" onClick={onAgain}>
                  {t('tryAgain')}
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </AsItWas>
    </Dialog>
  );
}
