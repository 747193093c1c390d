import type { Storage } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { Panel } from '../../components/panel.tsx';
import { ToStorages } from '../../components/to-storages.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/reach.ts';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';

/** The rights of app users in each storage of a project; the rules themselves have a page. */
export function StorageAccessPanel({ projectId }: { projectId: string }) {
  return (
    <Panel title={t('reach.access')} about={t('reach.accessAbout')}>
      <Loaded from={useOwnStorages()} waiting={<LoadingBlock height={140} />} failed={t('storages.failed')}>
        {(all) => {
          const storages = all.filter((storage) => storage.projectId === projectId);
          return storages.length === 0 ? <NoStorage projectId={projectId} /> : <Storages storages={storages} />;
        }}
      </Loaded>
    </Panel>
  );
}

function NoStorage({ projectId }: { projectId: string }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('reach.noStorage')}</Typography>
      <ToStorages projectId={projectId} />
    </Box>
  );
}

function Storages({ storages }: { storages: readonly Storage[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
      {storages.map((storage) => (
        <Box component="li" key={storage.id} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: 3 }}>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 550 }}>
              <OwnText>{storage.storageName}</OwnText>
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {rightsOf(storage)}
            </Typography>
          </Box>
          <Link
            component={RouterLink}
            to={paths.accessRules(storage.projectId, storage.id)}
            aria-label={t('reach.rulesOf', { name: storage.storageName })}
            sx={{ flex: 'none' }}
          >
            {t('access.rules')}
          </Link>
        </Box>
      ))}
    </Box>
  );
}

function rightsOf({ hasRules, endUserAccess: { read, write } }: Storage): string {
  if (hasRules) return t('reach.byRules');
  return [t('reach.reads', { reach: t(`access.${read}`) }), t('reach.writes', { reach: t(`access.${write}`) })].join(' · ');
}
