import { can, type Storage } from '@bedplate/contract';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { useSignedIn } from '../../lib/session.ts';
import { localDateTime, relativeTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';

interface StorageRowProps {
  storage: Storage;
  number: number;
  withOwner: boolean;
  onConfigure: () => void;
}

export function StorageRow({ storage, number, withOwner, onConfigure }: StorageRowProps) {
  const { role } = useSignedIn();
  const { id, storageName, storageKey, is_softDelete, createdAt, updatedAt } = storage;
  return (
    <TableRow hover>
      <TableCell sx={{ color: 'text.secondary' }}>{number}</TableCell>
      <TableCell>
        <CopyText text={id} label={t('storage.copyId', { name: storageName })} />
      </TableCell>
      {withOwner && (
        <>
          <TableCell>
            <CopyText text={storage.userId} label={t('storage.copyUserId')} />
          </TableCell>
          <Clipped>{storage.user.name}</Clipped>
        </>
      )}
      <Clipped>
        <strong>{storageName}</strong>
      </Clipped>
      <Clipped>
        <Typography variant="mono">{storageKey}</Typography>
      </Clipped>
      <TableCell>{t(is_softDelete ? 'yes' : 'no')}</TableCell>
      <TimeCell iso={createdAt} />
      <TimeCell iso={updatedAt} />
      <TableCell>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
          {can(role, 'records.read') && (
            <Link
              component={RouterLink}
              to={paths.dataView(storage.projectId, id)}
              aria-label={t('storage.viewNamed', { name: storageName })}
            >
              {t('storage.view')}
            </Link>
          )}
          {can(role, 'endpoints.read') && (
            <Link
              component={RouterLink}
              to={`${paths.endpoints(storage.projectId)}?search=${encodeURIComponent(storageKey)}`}
              aria-label={t('endpoints.ofStorageNamed', { name: storageName })}
            >
              {t('endpoints.ofStorage')}
            </Link>
          )}
          {can(role, 'storages.write') && (
            <Tooltip title={t('storage.settings')}>
              <IconButton size="small" aria-label={t('storage.settingsNamed', { name: storageName })} onClick={onConfigure}>
                <SettingsOutlined fontSize="inherit" />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      </TableCell>
    </TableRow>
  );
}

function Clipped({ children }: { children: ReactNode }) {
  return <TableCell sx={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{children}</TableCell>;
}

function TimeCell({ iso }: { iso: string }) {
  return (
    <TableCell sx={{ whiteSpace: 'nowrap' }}>
      <Tooltip title={relativeTime(iso)}>
        <time dateTime={iso}>{localDateTime(iso)}</time>
      </Tooltip>
    </TableCell>
  );
}
