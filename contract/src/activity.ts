import type { ActivityKind } from './texts/activity-sentences.ts';
import type { Values } from './texts/text.ts';

/** Names of changes in the activity log. The first nine have a colour in the specification. */
export const activities = [
  'User Login',
  'Add Storage',
  'Recover Storage',
  'Update Storage',
  'Update Storage Data',
  'Remove Storage',
  'Remove Storage Data',
  'Download Storage Data',
  'Insert Storage Data',
  'Restore Storage Data',
  'Add Project',
  'Update Project',
  'Remove Project',
  'Recover Project',
  'Add User',
  'Update User',
  'Update Account',
  'Change Keys',
  'Add Key',
  'Update Key',
  'Remove Key',
  'Add Endpoint',
  'Update Endpoint',
  'Remove Endpoint',
  'Register Account',
  'Verify Account',
  'User Logout',
  'Change Password',
  'Change Two-Factor',
  'End Sessions',
  'Lock Account',
  'Unlock Account',
  'View Account',
  'Try Access Rules',
] as const;
export type Activity = (typeof activities)[number];

export const activityModules = ['Authentication', 'Projects', 'Data Storage', 'Storage Data', 'Users', 'Administration'] as const;
export type ActivityModule = (typeof activityModules)[number];

/** GET /app/logs/admin/user-activity-logs/project/{id} and GET /app/reporting/activity: one row. */
export interface ActivityRow {
  id: string;
  projectId: string | null;
  adminId: string;
  userId: string;
  module: string;
  activity: string;
  /** In English, as it was written. */
  description: string;
  /** The same as code; rows of earlier versions have none. */
  kind?: ActivityKind;
  values?: Values;
  /** Changes of records that an undo takes back by the row's id. */
  inHistory?: boolean;
  createdAt: string;
}
