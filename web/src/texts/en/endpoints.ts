export const endpoints = {
  'menu.endpoints': 'Endpoints',
  'menu.webhooks': 'Webhooks',
  'menu.keys': 'Keys & access',
  'endpoints.ofStorage': 'Endpoints',
  'endpoints.ofStorageNamed': 'Endpoints of {name}',
} as const;
