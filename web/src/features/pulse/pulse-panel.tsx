import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { Panel } from '../../components/panel.tsx';
import { useMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';
import { LatestChanges } from './latest-changes.tsx';
import { WeekFigures } from './week-figures.tsx';

/** The home of a project that lives: its calls of the last seven days, and what changes in its records. */
export function PulsePanel({ projectId }: { projectId: string }) {
  const may = useMay();
  return (
    <Panel
      title={t('pulse.title')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 2 }}>
          {may('reporting') && (
            <Link component={RouterLink} to={paths.reporting(projectId)}>
              {t('menu.reporting')}
            </Link>
          )}
          {may('requests.read') && (
            <Link component={RouterLink} to={paths.requests(projectId)}>
              {t('menu.requests')}
            </Link>
          )}
        </Box>
      }
    >
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {may('reporting') && <WeekFigures projectId={projectId} />}
        {may('records.read') && <LatestChanges projectId={projectId} />}
      </Box>
    </Panel>
  );
}
