import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { WithName } from '../../components/with-name.tsx';
import { useMay } from '../../lib/may.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { t } from '../../texts/index.ts';
import { useProject, useProjectPages } from '../../features/projects/project-queries.ts';

const ProjectMenu = lazy(async () => ({ default: (await import('./project-menu.tsx')).ProjectMenu }));

/**
 * Leads to every project of the account, staff to those of all accounts; choosing one loads the same
 * page of that project.
 */
export function ProjectSwitcher({ projectId }: { projectId: string | null }) {
  const isStaff = useMay()('tenants.read');
  const hasOwn = (useProjectPages(!isStaff).data?.pages[0]?.data.length ?? 0) > 0;
  const { data: current } = useProject(projectId);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  if (!isStaff && !hasOwn) return null;
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-label={t('switchProject')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<UnfoldMore />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={button}
      >
        <Box component="span" title={current?.name} sx={twoLines}>
          {!current && (projectId === null ? t('chooseProject') : '…')}
          {current && (
            <>
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                <WithName text={(name) => t('projectOption', { name })} name={current.name} />
              </Box>
              <Box component="bdi" sx={{ display: { sm: 'none' } }}>
                {current.name}
              </Box>
            </>
          )}
        </Box>
      </Button>
      {opened && (
        <Suspense>
          <ProjectMenu projectId={projectId} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}

/** On a phone as wide as the header lets it be, and as low as two lines are. */
const button = {
  minWidth: 0,
  flex: '0 1 auto',
  justifyContent: { xs: 'space-between', sm: 'center' },
  border: 1,
  borderColor: 'divider',
  maxWidth: { sm: 260 },
  minHeight: { xs: 38, sm: 32 },
  py: { xs: 0.5, sm: 1 },
  px: { xs: 2, sm: 2.5 },
} as const;

/** Names that begin alike differ in their second line. */
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  textAlign: 'start',
  lineHeight: '16px',
} as const;
