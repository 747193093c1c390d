import type { Endpoint } from '@bedplate/contract';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ReactNode } from 'react';
import { CopyText, IdText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { RowAction } from '../../components/row-action.tsx';
import type { Column } from '../../components/column.ts';
import { TimeText, Wrapped } from '../../components/data-table.tsx';
import type { May } from '../../lib/may.tsx';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';

interface Actions {
  onConfigure: (endpoint: Endpoint) => void;
  onDeliveries: (endpoint: Endpoint) => void;
}

export function endpointColumns(may: May, actions: Actions): Column<Endpoint>[] {
  const owner: Column<Endpoint>[] = [
    { title: t('storage.userId'), cell: ({ userId }) => <IdText id={userId} label={t('storage.copyUserId')} /> },
    { title: t('storage.owner'), role: 'line', cell: ({ user }) => <OwnText>{user.name}</OwnText> },
  ];
  return [
    { title: '#', role: 'none', cell: (_, number) => number },
    { title: t('endpoint.id'), role: 'id', cell: ({ id }) => <IdText id={id} label={t('endpoint.copyId')} /> },
    ...(may('tenants.read') ? owner : []),
    { ...storageColumn(), card: CallTitle },
    { title: t('endpoint.method'), role: 'none', cell: MethodCell },
    addressColumn(160),
    { title: t('endpoint.headers'), cell: ({ headers }) => <Wrapped text={headers.join(', ')} width={104} /> },
    { title: t('endpoint.description'), cell: DescriptionCell },
    { title: t('storage.dateCreated'), cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    { title: t('storage.dateUpdated'), cell: ({ updatedAt }) => <TimeText iso={updatedAt} /> },
    ...(may('endpoints.write') ? [actionColumn(actions)] : []),
  ];
}

/** Webhooks only: the direction of the data comes first; what is the same in each row is left out. */
export function webhookColumns(actions: Actions): Column<Endpoint>[] {
  return [
    storageColumn(),
    { title: t('webhooks.does'), role: 'line', cell: DoesCell },
    addressColumn(360),
    { title: t('storage.dateCreated'), cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    actionColumn(actions),
  ];
}

function storageColumn(): Column<Endpoint> {
  return {
    title: t('endpoint.storage'),
    role: 'title',
    cell: ({ dataStorage }) => (
      <strong>
        <OwnText>{dataStorage.storageName}</OwnText>
      </strong>
    ),
  };
}

function addressColumn(width: number): Column<Endpoint> {
  return {
    title: t('endpoint.endpoint'),
    role: 'line',
    cell: (endpoint) => (
      <CopyText
        text={endpoint.endpoint}
        shown={shownAddress(endpoint)}
        wrapsAt={width}
        label={t('endpoint.copyUrl', { name: nameOf(endpoint) })}
      />
    ),
  };
}

function actionColumn({ onConfigure, onDeliveries }: Actions): Column<Endpoint> {
  return {
    title: t('storage.action'),
    role: 'actions',
    cell: (endpoint) => (
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Writes>
          <RowAction
            text={t('storage.settings')}
            name={t('endpoint.configureNamed', { name: nameOf(endpoint) })}
            icon={<SettingsOutlined fontSize="inherit" />}
            onClick={() => onConfigure(endpoint)}
          />
        </Writes>
        {delivers(endpoint) && (
          <RowAction
            text={t('deliveries.title')}
            name={t('deliveries.openNamed', { name: nameOf(endpoint) })}
            icon={<HistoryOutlined fontSize="inherit" />}
            onClick={() => onDeliveries(endpoint)}
          />
        )}
      </Box>
    ),
  };
}

function DoesCell({ functionality, endedAt }: Endpoint) {
  const text = t(functionality === 'receiver' ? 'webhooks.sendsOut' : 'webhooks.takesIn');
  return endedAt === null ? text : <Ended>{text}</Ended>;
}

function DescriptionCell({ functionality, endedAt }: Endpoint) {
  const text = t(`endpoint.${functionality}`);
  return endedAt === null ? text : <Ended>{text}</Ended>;
}

/** A webhook whose receiver is gone. */
function Ended({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {children}
      <Chip size="small" color="warning" label={t('endpoint.ended')} title={t('endpoint.endedHelp')} />
    </Box>
  );
}

function MethodCell({ method, type, generated }: Endpoint) {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Chip size="small" variant="outlined" label={methodLabel(method)} />
      {type === 'api' && !generated && <Chip size="small" label={t('endpoint.note')} title={t('endpoint.noteHelp')} />}
    </Box>
  );
}

/** One call of a storage among its others. */
function CallTitle(endpoint: Endpoint) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
      <MethodCell {...endpoint} />
      <OwnText>{endpoint.dataStorage.storageName}</OwnText>
    </Box>
  );
}

export function methodLabel(method: Endpoint['method']): string {
  return method === 'put' ? 'PUT/PATCH' : method.toUpperCase();
}

/** Addresses of ours differ in their paths, which a column would cut off behind our host. */
function shownAddress({ endpoint, generated, type, functionality }: Endpoint): string {
  const isOurs = generated || (type === 'webhook' && functionality === 'sender');
  return isOurs && URL.canParse(endpoint) ? decodeURI(new URL(endpoint).pathname) : endpoint;
}

/** Only a webhook that receives gets deliveries from us. */
function delivers({ type, functionality }: Endpoint): boolean {
  return type === 'webhook' && functionality === 'receiver';
}

function nameOf({ dataStorage, method, type }: Endpoint): string {
  return `${dataStorage.storageName} ${type === 'webhook' ? t('endpoint.webhook') : methodLabel(method)}`;
}
