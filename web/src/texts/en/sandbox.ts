export const sandbox = {
  'menu.sandbox': 'Sandbox',
  select: 'Select',
  'code.language': 'Language of the sample',
  'code.curl': 'curl',
  'code.fetch': 'fetch',
  'code.client': 'Client',
  'code.react': 'React',
  'code.copy': 'Copy sample',
} as const;
