/** The pages of docs/ that the site shows, by file: their names in the menu. */
export const references: Readonly<Record<string, string>> = {
  api: 'Data API',
  values: 'Values',
  fields: 'Fields',
  'access-rules': 'Access Rules',
  'keys-and-credits': 'Keys and Credits',
  backups: 'Backups',
  webhooks: 'Webhooks',
};
