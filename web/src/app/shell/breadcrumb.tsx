import { can } from '@bedplate/contract';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink, useLocation, useParams } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { pageName, t } from '../../texts/index.ts';
import { useLiveProjects, useProject } from '../../features/projects/project-queries.ts';

/**
 * 'Projects > name' (only the name for members), then the path in title form, without ids. A
 * folder's key is no id and comes last.
 */
export function Breadcrumb({ projectId }: { projectId: string | null }) {
  const { role } = useSignedIn();
  const { pathname } = useLocation();
  const { id, storageId, storageKey } = useParams();
  const { data: project } = useProject(projectId);
  useLiveProjects();
  const segments = pathname
    .split('/')
    .slice(projectId === null ? 1 : 3)
    .filter((segment) => segment && ![id, storageId].includes(decodeURIComponent(segment)));
  return (
    <Breadcrumbs
      separator=">"
      aria-label={t('breadcrumb')}
      sx={{ mb: 4, typography: 'body2', '& .MuiBreadcrumbs-separator': { mx: 1.5, color: 'text.disabled' } }}
    >
      {projectId !== null && role === 'admin' && <Crumb to={paths.projects()} text={t('menu.projects')} />}
      {projectId !== null && (
        <Crumb {...(can(role, 'project.home') ? { to: paths.projectHome(projectId) } : {})} text={project?.name ?? '…'} />
      )}
      {segments.map((segment, at) => {
        const isFolder = storageKey !== undefined && at > 0; // named by its storage, which may be called as a page is
        return (
          <Crumb
            key={segments.slice(0, at + 1).join('/')}
            text={isFolder ? titleForm(storageKey) : crumbText(segment)}
            {...(at < segments.length - 1 && segment !== 'project'
              ? { to: pathname.slice(0, pathname.indexOf(segment) + segment.length) }
              : {})}
          />
        );
      })}
    </Breadcrumbs>
  );
}

function Crumb({ text, to }: { text: string; to?: string }) {
  if (!to)
    return (
      <Typography variant="body2" aria-current="page" dir="auto" color="textPrimary" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    );
  return (
    <Link
      component={RouterLink}
      to={to}
      color="text.secondary"
      dir="auto"
      sx={{ display: 'inline-block', maxWidth: 320, overflowWrap: 'anywhere', verticalAlign: 'bottom' }}
    >
      {text}
    </Link>
  );
}

/** Addresses are English words. */
function crumbText(segment: string): string {
  return pageName(segment) ?? titleForm(segment);
}

function titleForm(segment: string): string {
  return segment.replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
