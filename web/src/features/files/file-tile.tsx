import type { StorageFile } from '@bedplate/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { OwnText } from '../../components/own-text.tsx';
import { gone } from '../../components/steady-list.tsx';
import { fileSize } from '../../lib/file-size.ts';
import { IfMay } from '../../lib/may.tsx';
import { localDateTime, relativeTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { FilePicture } from './file-picture.tsx';

interface FileTileProps {
  file: StorageFile;
  isGone: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** A picture, or an icon by extension; name, size and age below. */
export function FileTile({ file, isGone, onOpen, onDelete }: FileTileProps) {
  const { name, url, size, thumbnail, uploadedAt } = file;
  return (
    <Card component="li" {...(isGone && gone)} sx={{ minWidth: 0, '&:hover': { borderColor: 'control' } }}>
      <ButtonBase
        aria-label={t('files.openNamed', { name })}
        onClick={onOpen}
        sx={{ width: '100%', height: 120, bgcolor: 'background.default', borderBottom: 1, borderColor: 'divider', overflow: 'hidden' }}
      >
        <FilePicture file={file} src={thumbnail ?? url} lazy sx={{ width: '100%', height: '100%', objectFit: 'cover' }} />
      </ButtonBase>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 3, minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Tooltip title={name}>
            <Typography variant="body2" component="div" sx={{ fontWeight: 550 }}>
              <OwnText>{name}</OwnText>
            </Typography>
          </Tooltip>
          <Typography variant="caption" color="textSecondary" component="div">
            <span>{fileSize(size)}</span>
            {' · '}
            <Tooltip title={localDateTime(uploadedAt)}>
              <span>{relativeTime(uploadedAt)}</span>
            </Tooltip>
          </Typography>
        </Box>
        <IfMay to="files">
          <Tooltip title={t('delete')}>
            <IconButton size="small" aria-label={t('files.deleteNamed', { name })} onClick={onDelete}>
              <DeleteOutlined fontSize="inherit" />
            </IconButton>
          </Tooltip>
        </IfMay>
      </Box>
    </Card>
  );
}
