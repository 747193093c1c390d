import { type Capability, can } from '@bedplate/contract';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined';
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import ViewQuiltOutlined from '@mui/icons-material/ViewQuiltOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { TextKey } from '../../texts/index.ts';
import { paths } from './paths.ts';

export interface MenuEntry {
  text: TextKey;
  path: string;
  icon: SvgIconComponent;
  /** A line is before it: what follows is of another kind. */
  beginsGroup?: boolean;
}

interface MenuRow {
  text: TextKey;
  path: (projectId: string) => string;
  icon: SvgIconComponent;
  needs: Capability;
  beginsGroup?: boolean;
}

/** The sidebar, one row per page that exists; a page's row is added together with its route. */
const insideProject: readonly MenuRow[] = [
  { text: 'menu.home', path: paths.projectHome, icon: HomeOutlined, needs: 'project.home' },
  { text: 'menu.dataStorage', path: paths.dataStorage, icon: StorageOutlined, needs: 'storages.read' },
  { text: 'menu.endpoints', path: paths.endpoints, icon: HubOutlined, needs: 'endpoints.read' },
  { text: 'menu.webhooks', path: paths.webhooks, icon: WebhookOutlined, needs: 'endpoints.write' },
  { text: 'menu.sandbox', path: (id) => paths.sandbox(id), icon: ScienceOutlined, needs: 'sandbox' },
  { text: 'menu.fileStorage', path: paths.fileStorage, icon: FolderOutlined, needs: 'files' },
  { text: 'menu.keys', path: paths.keys, icon: KeyOutlined, needs: 'storages.write' },
  { text: 'menu.archivedStorage', path: paths.archivedStorage, icon: ArchiveOutlined, needs: 'storages.archived' },
  { text: 'menu.backups', path: (id) => `${paths.project(id)}/backups`, icon: HistoryOutlined, needs: 'records.export' },
  { text: 'menu.trash', path: (id) => `${paths.project(id)}/trash`, icon: DeleteOutlined, needs: 'storages.archived' },
  { text: 'menu.requests', path: (id) => paths.requests(id), icon: ManageSearchOutlined, needs: 'requests.read' },
  { text: 'menu.reporting', path: paths.reporting, icon: AssessmentOutlined, needs: 'reporting' },
];

const outsideProject: readonly MenuRow[] = [
  { text: 'menu.projects', path: paths.projects, icon: ViewQuiltOutlined, needs: 'projects.list' },
  { text: 'menu.users', path: paths.users, icon: GroupOutlined, needs: 'users.manage' },
  { text: 'menu.administration', path: paths.administration, icon: AdminPanelSettingsOutlined, needs: 'keys.read' },
  { text: 'menu.archivedProjects', path: paths.archivedProjects, icon: ArchiveOutlined, needs: 'projects.write' },
  { text: 'menu.feedback', path: paths.feedback, icon: FeedbackOutlined, needs: 'feedback.send' },
];

/** The pages of platform staff. */
const office: readonly MenuRow[] = [
  { text: 'menu.dashboard', path: paths.superadminDashboard, icon: DashboardOutlined, needs: 'superadmin' },
  { text: 'menu.users', path: () => paths.superadmin('users'), icon: GroupOutlined, needs: 'superadmin' },
  { text: 'menu.projects', path: () => paths.superadmin('projects'), icon: ViewQuiltOutlined, needs: 'superadmin' },
  { text: 'menu.storages', path: () => paths.superadmin('storages'), icon: StorageOutlined, needs: 'superadmin' },
  { text: 'menu.endpoints.all', path: () => paths.superadmin('endpoints'), icon: HubOutlined, needs: 'superadmin' },
  { text: 'menu.products', path: () => paths.superadmin('products'), icon: Inventory2Outlined, needs: 'superadmin' },
  { text: 'menu.discounts', path: () => paths.superadmin('discounts'), icon: LocalOfferOutlined, needs: 'superadmin' },
  { text: 'menu.usedDiscounts', path: () => paths.superadmin('used-discounts'), icon: RedeemOutlined, needs: 'superadmin' },
  { text: 'menu.subscriptions', path: () => paths.superadmin('subscriptions'), icon: CardMembershipOutlined, needs: 'superadmin' },
  { text: 'menu.apiUsages', path: () => paths.superadmin('apiusages'), icon: SpeedOutlined, needs: 'superadmin' },
  { text: 'menu.apiUsageHistories', path: () => paths.superadmin('apiusagehistories'), icon: HistoryOutlined, needs: 'superadmin' },
  { text: 'menu.feedbacks', path: () => paths.superadmin('feedbacks'), icon: InboxOutlined, needs: 'superadmin' },
  { text: 'menu.logs', path: () => paths.superadmin('logs'), icon: ReceiptLongOutlined, needs: 'superadmin' },
  {
    text: 'menu.operations',
    path: () => paths.superadmin('operations'),
    icon: TuneOutlined,
    needs: 'superadmin',
    beginsGroup: true,
  },
  { text: 'menu.health', path: () => paths.superadmin('health'), icon: MonitorHeartOutlined, needs: 'superadmin' },
];

/** @returns the entries for a role, inside the project when one is open */
export function menuFor(role: string, projectId: string | null): MenuEntry[] {
  const rows = can(role, 'superadmin') ? office : projectId !== null ? insideProject : outsideProject;
  return rows
    .filter((row) => can(role, row.needs))
    .map(({ text, path, icon, beginsGroup = false }) => ({ text, path: path(projectId ?? ''), icon, beginsGroup }));
}
