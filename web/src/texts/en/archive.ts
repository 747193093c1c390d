export const archive = {
  'menu.archivedStorage': 'Archived Storage',
  'menu.archivedProjects': 'Archived Project',
  'archive.recover': 'Recover',
  'archive.recoverNamed': 'Recover {name}',
  'archive.dateArchived': 'Date Archived',
  'archive.projectName': 'Project Name',
  'archive.failed': 'The archive could not be loaded.',
  'archive.storagesSubtitle': 'Deleted data storages of this project. Recover brings one back with its id, key and records.',
  'archive.storagesEmpty': 'A data storage that is deleted stands here with its records until it is recovered.',
  'archive.projectsSubtitle': 'Deleted projects. Recover brings one back with its id and data storages.',
  'archive.projectsEmpty': 'A project that is deleted stands here with its data storages until it is recovered.',
} as const;
