import { type Capability, can } from '@bedplate/contract';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import ViewQuiltOutlined from '@mui/icons-material/ViewQuiltOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { TextKey } from '../texts/index.ts';
import { paths } from './paths.ts';

export interface MenuEntry {
  text: TextKey;
  path: string;
  icon: SvgIconComponent;
}

interface MenuRow {
  text: TextKey;
  path: (projectId: string) => string;
  icon: SvgIconComponent;
  needs: Capability;
}

/** The sidebar, one row per page that exists; a page's row is added together with its route. */
const insideProject: readonly MenuRow[] = [
  { text: 'menu.home', path: paths.projectHome, icon: HomeOutlined, needs: 'project.home' },
  { text: 'menu.dataStorage', path: paths.dataStorage, icon: StorageOutlined, needs: 'storages.read' },
];

const outsideProject: readonly MenuRow[] = [
  { text: 'menu.projects', path: paths.projects, icon: ViewQuiltOutlined, needs: 'projects.list' },
  { text: 'menu.users', path: paths.users, icon: GroupOutlined, needs: 'users.manage' },
  { text: 'menu.administration', path: paths.administration, icon: AdminPanelSettingsOutlined, needs: 'keys.read' },
];

/** @returns the entries for a role, inside the project when one is open */
export function menuFor(role: string, projectId: string | null): MenuEntry[] {
  const rows = projectId === null ? outsideProject : insideProject;
  return rows.filter((row) => can(role, row.needs)).map(({ text, path, icon }) => ({ text, path: path(projectId ?? ''), icon }));
}
