export const newStorage = {
  'newStorage.access': 'Who uses it',
  'newStorage.accessHelp': 'Access rules can say more later.',
  'newStorage.keys': 'Only holders of a key',
  'newStorage.own': 'App users, each with their own records',
  'newStorage.shared': 'App users read all, and change their own',
} as const;
