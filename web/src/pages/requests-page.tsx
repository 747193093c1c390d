import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useParams } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { ErrorGroups } from '../features/requests/error-groups.tsx';
import { ListGroups } from '../features/requests/list-groups.tsx';
import { filtersOf } from '../features/requests/request-filters.ts';
import { RequestLines } from '../features/requests/request-lines.tsx';
import { RequestToolbar } from '../features/requests/request-toolbar.tsx';
import { useAddress } from '../lib/use-address.ts';
import { t } from '../texts/index.ts';
import '../texts/requests.ts';

const views = ['calls', 'errors', 'lists'] as const;

/** The request log of a project. */
export function RequestsPage() {
  const { id = '' } = useParams();
  const { get, change } = useAddress();
  const view = views.find((each) => each === get('view')) ?? 'calls';
  const filters = filtersOf(get);
  return (
    <Page title={t('requests.title')} subtitle={t('requests.subtitle')}>
      <Tabs
        value={view}
        onChange={(_, next: string) => change({ view: next === 'calls' ? null : next })}
        aria-label={t('requests.title')}
        variant="scrollable"
        scrollButtons={false}
      >
        {views.map((each) => (
          <Tab key={each} value={each} label={t(`requests.${each}`)} />
        ))}
      </Tabs>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <RequestToolbar filters={filters} ofLines={view === 'calls'} onChange={change} />
        {view === 'calls' && <RequestLines projectId={id} filters={filters} />}
        {view === 'errors' && <ErrorGroups projectId={id} from={filters.from} to={filters.to} />}
        {view === 'lists' && <ListGroups projectId={id} from={filters.from} to={filters.to} />}
      </Box>
    </Page>
  );
}
