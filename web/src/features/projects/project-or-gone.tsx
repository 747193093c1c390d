import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { isNotFound } from '../../lib/api/api-error.ts';
import { useMay } from '../../lib/may.tsx';
import { useGone } from '../../lib/use-gone.ts';
import { t } from '../../texts/index.ts';
import { useProject } from './project-queries.ts';

interface ProjectOrGoneProps {
  /** Null on pages of no project. */
  projectId: string | null;
  children: ReactNode;
}

/**
 * The pages of a project; once it is archived, or where there never was one, what to do about it.
 * Nothing on them would work.
 */
export function ProjectOrGone({ projectId, children }: ProjectOrGoneProps) {
  const { error } = useProject(projectId);
  const mayRecover = useMay()('projects.write');
  const isGone = useGone(isNotFound(error), t('project.gone'));
  if (!isGone) return children;
  const toArchive = (
    <Button component={Link} to={paths.archivedProjects()} variant="contained">
      {t('project.toArchive')}
    </Button>
  );
  return (
    <Page title={t('project.goneTitle')}>
      <EmptyState title={t('project.gone')} action={mayRecover && toArchive}>
        {t(mayRecover ? 'project.goneText' : 'project.goneMember')}
      </EmptyState>
    </Page>
  );
}
