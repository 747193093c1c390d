import { plural } from '../lingui/catalogue.ts';

export const paletteWords = {
  'palette.documentation': 'Documentation',
  'palette.storageOf': 'Storage in {project}',
  'palette.recordOf': 'Record in {storage}',
  'palette.addStorage': 'Add a data storage',
  'palette.newKey': 'Make a named key',
  'palette.addWebhook': 'Add a webhook',
  'palette.addProject': 'Create a project',
  'palette.invite': 'Invite a user',
  'palette.found': plural('count', { one: '# result', other: '# results' }),
} as const;
