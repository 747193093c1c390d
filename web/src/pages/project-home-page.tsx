import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useParams } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { PanelGrid } from '../components/panel.tsx';
import { UserDetailsPanel } from '../features/account/user-details-panel.tsx';
import { ActivityTable } from '../features/activity/activity-table.tsx';
import { CapsPanel } from '../features/caps/caps-panel.tsx';
import { CollaboratorsPanel } from '../features/projects/collaborators-panel.tsx';
import { ProjectDetailsPanel } from '../features/projects/project-details-panel.tsx';
import { useProject } from '../features/projects/project-queries.ts';
import { PurchaseCredits } from '../features/billing/purchase-credits.tsx';
import { UsagePanel } from '../features/billing/usage-panel.tsx';
import { PulsePanel } from '../features/pulse/pulse-panel.tsx';
import { StartPanel } from '../features/start/start-panel.tsx';
import { useMay } from '../lib/may.tsx';
import { t } from '../texts/index.ts';

export function ProjectHomePage() {
  const { id = '' } = useParams();
  const may = useMay();
  const { data: project } = useProject(id);
  const pulse = <PulsePanel key={id} projectId={id} />;
  return (
    <Page title={project?.name ?? t('menu.home')} subtitle={t('home.subtitle')}>
      {may('storages.write') ? (
        <StartPanel key={id} projectId={id}>
          {pulse}
        </StartPanel>
      ) : (
        pulse
      )}
      <PanelGrid>
        <ProjectDetailsPanel projectId={id} />
        <UserDetailsPanel />
        {may('usage.read') && <UsagePanel purchase={<PurchaseCredits />} />}
        {may('usage.read') && <CapsPanel projectId={id} />}
        {may('projects.list') && <CollaboratorsPanel projectId={id} />}
      </PanelGrid>
      {may('activity.read') && (
        <Box component="section" aria-label={t('activity.title')} sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Typography variant="h2">{t('activity.title')}</Typography>
          <ActivityTable projectId={id} from="log" />
        </Box>
      )}
    </Page>
  );
}
