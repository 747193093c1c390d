export const activity = {
  'activity.title': 'Activity log',
  'activity.failed': 'The activity log could not be loaded.',
  'activity.empty': 'Logins and changes of storages and data appear here.',
  'activity.projectId': 'Project ID',
  'activity.adminId': 'Admin ID',
  'activity.module': 'Module',
  'activity.activity': 'Activity',
  'activity.copyProjectId': 'Copy project ID of the row',
  'activity.copyAdminId': 'Copy admin ID',
} as const;
