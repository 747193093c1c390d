import type { Storage } from '@bedplate/contract';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { CopyText, IdText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { type Column, TimeText } from '../../components/data-table.tsx';
import { IfMay, type May } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';

export function storageColumns(may: May, onConfigure: (storage: Storage) => void): Column<Storage>[] {
  const owner: Column<Storage>[] = [
    { title: t('storage.userId'), cell: ({ userId }) => <IdText id={userId} label={t('storage.copyUserId')} /> },
    { title: t('storage.owner'), cell: ({ user }) => <OwnText>{user.name}</OwnText> },
  ];
  return [
    { title: '#', cell: (_, number) => number },
    { title: t('storage.id'), cell: ({ id, storageName }) => <CopyText text={id} label={t('storage.copyId', { name: storageName })} /> },
    ...(may('tenants.read') ? owner : []),
    {
      title: t('storage.name'),
      cell: ({ storageName }) => (
        <strong>
          <OwnText>{storageName}</OwnText>
        </strong>
      ),
    },
    {
      title: t('storage.key'),
      cell: ({ storageKey }) => (
        <Typography variant="mono">
          <OwnText>{storageKey}</OwnText>
        </Typography>
      ),
    },
    { title: t('storage.softDelete'), cell: ({ is_softDelete }) => t(is_softDelete ? 'yes' : 'no') },
    { title: t('storage.dateCreated'), cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    { title: t('storage.dateUpdated'), cell: ({ updatedAt }) => <TimeText iso={updatedAt} /> },
    { title: t('storage.action'), cell: (storage) => <Actions may={may} storage={storage} onConfigure={onConfigure} /> },
  ];
}

function Actions({ may, storage, onConfigure }: { may: May; storage: Storage; onConfigure: (storage: Storage) => void }) {
  const { id, projectId, storageName: name, storageKey } = storage;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      {may('records.read') && (
        <Link component={RouterLink} to={paths.dataView(projectId, id)} aria-label={t('storage.viewNamed', { name })}>
          {t('storage.view')}
        </Link>
      )}
      <Link
        component={RouterLink}
        to={`${paths.endpoints(projectId)}?search=${encodeURIComponent(storageKey)}`}
        aria-label={t('endpoints.ofStorageNamed', { name })}
      >
        {t('endpoints.ofStorage')}
      </Link>
      <IfMay to="storages.write">
        <Tooltip title={t('storage.settings')}>
          <IconButton size="small" aria-label={t('storage.settingsNamed', { name })} onClick={() => onConfigure(storage)}>
            <SettingsOutlined fontSize="inherit" />
          </IconButton>
        </Tooltip>
      </IfMay>
    </Box>
  );
}
