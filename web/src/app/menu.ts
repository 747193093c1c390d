import { type Capability, can } from '@bedplate/contract';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
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
  { text: 'menu.endpoints', path: paths.endpoints, icon: HubOutlined, needs: 'endpoints.read' },
  { text: 'menu.sandbox', path: paths.sandbox, icon: ScienceOutlined, needs: 'sandbox' },
  { text: 'menu.fileStorage', path: paths.fileStorage, icon: FolderOutlined, needs: 'files' },
  { text: 'menu.archivedStorage', path: paths.archivedStorage, icon: ArchiveOutlined, needs: 'storages.archived' },
  { text: 'menu.reporting', path: paths.reporting, icon: AssessmentOutlined, needs: 'reporting' },
];

const outsideProject: readonly MenuRow[] = [
  { text: 'menu.projects', path: paths.projects, icon: ViewQuiltOutlined, needs: 'projects.list' },
  { text: 'menu.users', path: paths.users, icon: GroupOutlined, needs: 'users.manage' },
  { text: 'menu.administration', path: paths.administration, icon: AdminPanelSettingsOutlined, needs: 'keys.read' },
  { text: 'menu.archivedProjects', path: paths.archivedProjects, icon: ArchiveOutlined, needs: 'projects.write' },
  { text: 'menu.feedback', path: paths.feedback, icon: FeedbackOutlined, needs: 'feedback.send' },
];

/** @returns the entries for a role, inside the project when one is open */
export function menuFor(role: string, projectId: string | null): MenuEntry[] {
  const rows = projectId === null ? outsideProject : insideProject;
  return rows.filter((row) => can(role, row.needs)).map(({ text, path, icon }) => ({ text, path: path(projectId ?? ''), icon }));
}
