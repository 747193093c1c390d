import { timings } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SearchBox } from '../../components/search-box.tsx';
import { WithName } from '../../components/with-name.tsx';
import { type FoundProject, useProjectsOfAll } from '../../features/projects/find-projects.ts';
import { useAllProjects } from '../../features/projects/project-queries.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/project-menu.ts';

interface ProjectMenuProps {
  projectId: string | null;
  /** The element that the menu opens below; null closes it. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** So many entries are found by eye. */
const searchedFrom = 8;

/** The projects to switch to, with a search; staff see whose they are. */
export function ProjectMenu({ projectId, anchor, onClose }: ProjectMenuProps) {
  const [search, setSearch] = useState('');
  const { projects, isStaff, isLong } = useChoices(search);
  const { pathname } = useLocation();
  const toast = useToast();
  const close = () => {
    setSearch('');
    onClose();
  };
  const choose = (id: string) => {
    close();
    if (id === projectId) return;
    toast.success(t('message.projectChanged'));
    setTimeout(() => pageLoad.open(samePage(pathname, id)), timings.projectSwitch);
  };
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={close}
      slotProps={{ paper: { sx: { maxHeight: 400, minWidth: 240, maxWidth: 'min(420px, calc(100vw - 32px))' } } }}
    >
      {isLong && (
        // Letters are typed here and choose no entry by its first one.
        <Box component="li" role="none" sx={{ px: 3, pb: 2 }} onKeyDown={(event) => event.key.length === 1 && event.stopPropagation()}>
          <SearchBox width={300} value={search} label={t(isStaff ? 'findAnyProject' : 'findProject')} onSearch={setSearch} />
        </Box>
      )}
      {projects.map(({ id, name, owner }) => (
        <MenuItem key={id} selected={id === projectId} onClick={() => choose(id)} sx={{ gap: 3, justifyContent: 'space-between' }}>
          <Box component="span" sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            <WithName text={(its) => t('projectOption', { name: its })} name={name} />
          </Box>
          {owner && (
            <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ flexShrink: 0, maxWidth: 140 }}>
              {owner}
            </Typography>
          )}
        </MenuItem>
      ))}
      {projects.length === 0 && <MenuItem disabled>{t('noProjectFound')}</MenuItem>}
      {isStaff && search === '' && projects.length > 0 && <MenuItem disabled>{t('newestProjects')}</MenuItem>}
    </Menu>
  );
}

function useChoices(search: string): { projects: readonly FoundProject[]; isStaff: boolean; isLong: boolean } {
  const isStaff = useMay()('tenants.read');
  const all = useProjectsOfAll(search, isStaff).data ?? [];
  const own = useAllProjects(!isStaff).data ?? [];
  if (isStaff) return { projects: all, isStaff, isLong: true };
  const term = search.toLowerCase();
  const matching = own.filter(({ id, name }) => id === search || name.toLowerCase().includes(term));
  return { projects: matching.map(({ id, name }) => ({ id, name, owner: null })), isStaff, isLong: own.length > searchedFrom };
}

/** The page's address in another project. A storage belongs to one project, so its view becomes the list. */
function samePage(pathname: string, id: string): string {
  const page = /^\/project\/[^/]+\/([^/]+)/.exec(pathname)?.[1];
  return page ? `${paths.project(id)}/${page}` : paths.projectHome(id);
}
