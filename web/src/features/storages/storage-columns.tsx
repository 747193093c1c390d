import type { Storage } from '@bedplate/contract';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { CopyText, IdText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { RowAction, RowLink } from '../../components/row-action.tsx';
import type { Column } from '../../components/column.ts';
import { TimeText } from '../../components/data-table.tsx';
import { IfMay, type May } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';

export function storageColumns(may: May, onConfigure: (storage: Storage) => void): Column<Storage>[] {
  const owner: Column<Storage>[] = [
    { title: t('storage.userId'), cell: ({ userId }) => <IdText id={userId} label={t('storage.copyUserId')} /> },
    { title: t('storage.owner'), role: 'line', cell: ({ user }) => <OwnText>{user.name}</OwnText> },
  ];
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    {
      title: t('storage.id'),
      role: 'id',
      cell: ({ id, storageName }) => <CopyText text={id} label={t('storage.copyId', { name: storageName })} />,
      card: ({ id, storageName }) => <IdText id={id} label={t('storage.copyId', { name: storageName })} />,
    },
    ...(may('tenants.read') ? owner : []),
    {
      title: t('storage.name'),
      role: 'title',
      cell: ({ storageName }) => (
        <strong>
          <OwnText>{storageName}</OwnText>
        </strong>
      ),
      ...(may('records.read') && { card: NameLink }),
    },
    {
      title: t('storage.key'),
      role: 'detail',
      cell: ({ storageKey }) => (
        <Typography variant="mono">
          <OwnText>{storageKey}</OwnText>
        </Typography>
      ),
    },
    { title: t('storage.softDelete'), role: 'detail', cell: ({ is_softDelete }) => t(is_softDelete ? 'yes' : 'no') },
    { title: t('storage.dateCreated'), cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    { title: t('storage.dateUpdated'), cell: ({ updatedAt }) => <TimeText iso={updatedAt} /> },
    { title: t('storage.action'), role: 'actions', cell: (storage) => <Actions may={may} storage={storage} onConfigure={onConfigure} /> },
  ];
}

/** A card's title opens what it names. */
function NameLink({ id, projectId, storageName }: Storage) {
  return (
    <Link component={RouterLink} to={paths.dataView(projectId, id)} color="inherit">
      <OwnText>{storageName}</OwnText>
    </Link>
  );
}

function Actions({ may, storage, onConfigure }: { may: May; storage: Storage; onConfigure: (storage: Storage) => void }) {
  const { id, projectId, storageName: name, storageKey } = storage;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      {may('records.read') && (
        <RowLink text={t('storage.view')} name={t('storage.viewNamed', { name })} to={paths.dataView(projectId, id)} />
      )}
      <RowLink
        text={t('endpoints.ofStorage')}
        name={t('endpoints.ofStorageNamed', { name })}
        to={`${paths.endpoints(projectId)}?search=${encodeURIComponent(storageKey)}`}
      />
      <IfMay to="storages.write">
        <RowAction
          text={t('storage.settings')}
          hint={t('storage.settings')}
          name={t('storage.settingsNamed', { name })}
          icon={<SettingsOutlined fontSize="inherit" />}
          onClick={() => onConfigure(storage)}
        />
      </IfMay>
    </Box>
  );
}
