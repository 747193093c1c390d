import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CopyButton } from '../../../components/copy-text.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/record-questions.ts';
import { readableText } from '../columns/cell-text.ts';
import { LongText } from './long-text.tsx';
import type { CellClash } from './use-cell-edit.ts';
import { NamedRecord } from '../columns/named-record.tsx';

interface ClashDialogProps {
  clash: CellClash;
  onKeep: () => void;
  onUseMine: () => void;
}

/** Shows two changes of one value: theirs, which is stored, and mine, which can take its place. */
export function ClashDialog({ clash: { record, field, value }, onKeep, onUseMine }: ClashDialogProps) {
  const titleId = useId();
  const theirs = ownValue(record, field);
  const texts = [
    { label: t('records.theirs'), text: readableText(theirs) },
    { label: t('records.mine'), text: readableText(value) },
  ];
  return (
    <Dialog open onClose={(_, reason) => reason !== 'backdropClick' && onKeep()} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{field}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <NamedRecord record={record} />
        <Typography>{t('records.cellConflict')}</Typography>
        {texts.map(({ label, text }) => (
          <Box key={label}>
            <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
              <Typography variant="body2" sx={{ fontWeight: 550 }}>
                {label}
              </Typography>
              <CopyButton text={text} label={t('records.copyOf', { value: label })} />
            </Box>
            <LongText text={text} label={label} maxRows={8} />
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus anyway; it belongs on the safe choice */}
        <Button variant="outlined" color="inherit" onClick={onKeep} autoFocus>
          {t('records.keepTheirs')}
        </Button>
        <Button variant="contained" onClick={onUseMine}>
          {t('records.useMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
