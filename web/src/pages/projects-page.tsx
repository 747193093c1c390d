import { LiveDot } from '../components/live-dot.tsx';
import { LoadMore } from '../components/load-more.tsx';
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
      <Loaded from={list} waiting={<ProjectGridWaiting />} failed={t('message.projectListFailed')}>
        {({ pages }) => <ProjectGrid projects={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <LoadMore from={list} failed={t('message.projectListFailed')}>
        {t('projects.more')}
      </LoadMore>
    </Page>
  );
}
