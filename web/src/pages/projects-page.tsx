import { messages } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LiveDot } from '../components/live-dot.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { ProjectGrid, ProjectGridWaiting } from '../features/projects/project-grid.tsx';
import { useLiveProjects, useProjectPages } from '../features/projects/project-queries.ts';
import { t } from '../texts/index.ts';

export function ProjectsPage() {
  const list = useProjectPages();
  const live = useLiveProjects();
  return (
    <Page title={t('projects.title')} subtitle={t('projects.subtitle')} mark={<LiveDot state={live} />}>
      <Loaded from={list} waiting={<ProjectGridWaiting />} failed={messages.projectListFailed}>
        {({ pages }) => <ProjectGrid projects={pages.flatMap((page) => page.data)} />}
      </Loaded>
      {list.hasNextPage && (
        <Box sx={{ textAlign: 'center' }}>
          <Button variant="outlined" color="inherit" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('projects.more')}
          </Button>
        </Box>
      )}
    </Page>
  );
}
