import { timings } from '@bedplate/contract';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { t } from '../../texts/index.ts';
import { useAllProjects } from '../../features/projects/project-queries.ts';

/** Lists every project of the account; choosing one loads the same page of that project. */
export function ProjectSwitcher({ projectId }: { projectId: string | null }) {
  const { data: projects = [] } = useAllProjects(true);
  const { pathname } = useLocation();
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  if (projects.length === 0) return null;
  const current = projects.find(({ id }) => id === projectId);
  const choose = (id: string) => {
    setAnchor(null);
    if (id === projectId) return;
    toast.success(t('message.projectChanged'));
    setTimeout(() => pageLoad.open(samePage(pathname, id)), timings.projectSwitch);
  };
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
        sx={{ minWidth: 0, flex: '0 1 auto', border: 1, borderColor: 'divider', maxWidth: 260 }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {current ? t('projectOption', { name: current.name }) : t('chooseProject')}
        </Box>
      </Button>
      {opened && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ paper: { sx: { maxHeight: 400, minWidth: 240, maxWidth: 'min(420px, calc(100vw - 32px))' } } }}
        >
          {projects.map(({ id, name }) => (
            <MenuItem key={id} selected={id === projectId} onClick={() => choose(id)}>
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {t('projectOption', { name })}
              </Box>
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/** The page's address in another project. A storage belongs to one project, so its view becomes the list. */
function samePage(pathname: string, id: string): string {
  const page = /^\/project\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return page ? `${paths.project(id)}/${page}` : paths.projectHome(id);
}
