import type { StorageFile } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { CopyText } from '../../components/copy-text.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { fileSize } from '../../lib/file-size.ts';
import { localDateTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { FilePicture } from './file-picture.tsx';

/** A file larger, with what is known of it. */
export function FilePreview({ file, onClose }: { file: StorageFile; onClose: () => void }) {
  const titleId = useId();
  const { name, url, size, type, recordId, uploadedAt } = file;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Box
          sx={{ display: 'grid', placeItems: 'center', minHeight: 160, bgcolor: 'background.default', borderRadius: 1, overflow: 'hidden' }}
        >
          <FilePicture file={file} src={url} sx={{ maxWidth: '100%', maxHeight: '50vh', objectFit: 'contain' }} />
        </Box>
        <FactList
          facts={[
            { term: t('files.size'), value: fileSize(size) },
            { term: t('files.type'), value: type },
            { term: t('files.uploaded'), value: localDateTime(uploadedAt) },
            { term: t('files.record'), value: <CopyText text={recordId} label={t('files.copyRecord')} /> },
          ]}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" href={url} target="_blank" rel="noreferrer">
          {t('files.open')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
