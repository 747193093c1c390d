export const usage = {
  'menu.reporting': 'Reporting',
  'usage.title': 'API usage',
  'usage.about': 'Calls of this month. Every authenticated call of the data API uses one credit.',
  'usage.failed': 'The usage could not be loaded.',
  'usage.totalCount': 'Total Count',
  'usage.maxUse': 'Max Use',
  'usage.combined': 'With bought credits',
} as const;
