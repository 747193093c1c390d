import type { OfficeArchivedStorage, OfficeEndpoint, OfficeProject, OfficeStorage } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { OwnText } from '../../components/own-text.tsx';
import type { Column } from '../../components/column.ts';
import { Wrapped } from '../../components/data-table.tsx';
import {
  createdColumn,
  idColumn,
  numberColumn,
  ownerColumn,
  projectColumn,
  ProjectLink,
  StorageLink,
  When,
} from '../../features/office/lists/cells.tsx';
import { yesNo } from '../../features/office/lists/flags.ts';
import { OfficeListPage, OfficeListTable, type OfficeListView } from '../../features/office/lists/office-list-page.tsx';
import type { ListTools } from '../../features/office/lists/office-table.tsx';
import { t, textOf } from '../../texts/index.ts';
import '../../texts/calls.ts';

const projects: OfficeListView<OfficeProject> = {
  path: 'projects',
  title: 'office.projects',
  failed: 'office.projectsFailed',
  fields: 'office.projectsFields',
  columns: (tools) => [
    numberColumn,
    idColumn(),
    { title: t('nameOfThing'), role: 'title', cell: ({ id, name }) => <ProjectLink id={id} name={name} /> },
    { title: t('description'), cell: ({ description }) => (description ? <Wrapped text={description} width={200} /> : '–') },
    ownerColumn(tools),
    createdColumn(),
    { title: t('office.updated'), cell: ({ updatedAt }) => <When iso={updatedAt} /> },
  ],
};

const storages: OfficeListView<OfficeStorage> = {
  path: 'storages',
  title: 'office.storages',
  failed: 'office.storagesFailed',
  fields: 'office.storagesFields',
  columns: (tools) => [
    ...storageColumns(tools, ({ project, storageName }) => <StorageLink projectId={project.id} name={storageName} />),
    { title: t('office.softDelete'), cell: ({ is_softDelete }) => yesNo(is_softDelete) },
    createdColumn(),
  ],
};

const archivedStorages: OfficeListView<OfficeArchivedStorage> = {
  path: 'archivedstorages',
  prefix: 'archived',
  title: 'office.archivedStorages',
  failed: 'office.archivedFailed',
  fields: 'office.storagesFields',
  columns: (tools) => [
    ...storageColumns(tools, ({ storageName }) => (
      <strong>
        <OwnText>{storageName}</OwnText>
      </strong>
    )), // no page of the console has it
    { title: t('office.softDelete'), cell: ({ isSoftDelete }) => yesNo(isSoftDelete) },
    { title: t('office.created'), cell: ({ originalCreatedAt }) => <When iso={originalCreatedAt} /> },
    { title: t('office.archived'), cell: ({ createdAt }) => <When iso={createdAt} /> },
  ],
};

const endpoints: OfficeListView<OfficeEndpoint> = {
  path: 'endpoints',
  title: 'office.endpoints',
  failed: 'office.endpointsFailed',
  fields: 'office.endpointsFields',
  columns: (tools) => [
    numberColumn,
    idColumn(),
    projectColumn(),
    ownerColumn(tools),
    {
      title: t('office.storageName'),
      role: 'title',
      cell: ({ project, dataStorage: { storageName } }) => (storageName ? <StorageLink projectId={project.id} name={storageName} /> : '–'),
    },
    { title: t('office.endpoint'), role: 'line', cell: ({ endpoint }) => <OwnText>{withoutOrigin(endpoint)}</OwnText> },
    { title: t('office.headers'), cell: ({ headers }) => <Wrapped text={headers.join(', ')} width={112} /> },
    { title: t('description'), cell: ({ functionality }) => textOf(`endpoint.${functionality}`, functionality) },
    { title: t('office.method'), role: 'detail', cell: ({ method }) => method.toUpperCase() },
  ],
};

export function AllProjectsPage() {
  return <OfficeListPage list={projects} />;
}

export function AllStoragesPage() {
  return (
    <OfficeListPage list={storages}>
      <Typography variant="h2">{t('office.archivedStorages')}</Typography>
      <OfficeListTable list={archivedStorages} />
    </OfficeListPage>
  );
}

export function AllEndpointsPage() {
  return <OfficeListPage list={endpoints} />;
}

/** Our own host is the same in every row. */
function withoutOrigin(address: string): string {
  const { origin } = window.location;
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}

type AnyStorage = OfficeStorage | OfficeArchivedStorage;

function storageColumns(tools: ListTools, name: Column<AnyStorage>['cell']): Column<AnyStorage>[] {
  return [
    numberColumn,
    idColumn(),
    ownerColumn(tools),
    projectColumn(),
    { title: t('office.storageName'), role: 'title', cell: name },
    { title: t('office.storageKey'), role: 'detail', cell: ({ storageKey }) => <OwnText>{storageKey}</OwnText> },
  ];
}
