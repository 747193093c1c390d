/** The values for the places in samples, such as `{{projectId}}` in a topic. */
export interface SampleValues {
  endpoint: string;
  projectId: string;
  storageKey: string;
  storageId: string;
  usersStorageId: string;
  notesStorageId: string;
  productsStorageId: string;
  ordersStorageId: string;
  tasksStorageId: string;
  diaryStorageId: string;
  /** A named key that the reader has made for the samples, or a placeholder. */
  apiKey: string;
}

/** The account's keys and a record's id are always the reader's to fill in: no page ever holds a secret. */
const neverKnown = {
  secretKey: 'YOUR_SECRET_KEY',
  recordId: 'DOCUMENT_ID',
};

export const visitorValues: SampleValues = {
  endpoint: 'https://app.example.com',
  projectId: 'YOUR_PROJECT_ID',
  storageKey: 'projects',
  storageId: 'YOUR_STORAGE_ID',
  apiKey: 'YOUR_API_KEY',
  ...idsByKey([]),
};

/** Guides name their storages by key, so each of these ids is of the storage with that key and no other. */
export function idsByKey(storages: readonly { id: string; key: string }[]) {
  const idOf = (name: string) => storages.find(({ key }) => key === name)?.id ?? `YOUR_${name.toUpperCase()}_STORAGE_ID`;
  return {
    usersStorageId: idOf('users'),
    notesStorageId: idOf('notes'),
    productsStorageId: idOf('products'),
    ordersStorageId: idOf('orders'),
    tasksStorageId: idOf('tasks'),
    diaryStorageId: idOf('diary'),
  };
}

/** @returns the sample as a named key sends it, which has no secret beside it */
export function withoutSecret(code: string): string {
  return code.replace(/^.*\{\{secretKey\}\}.*\n/gm, '');
}

/** @returns the text with its places filled */
export function fillIn(text: string, values: SampleValues): string {
  const all: Record<string, string> = { ...values, ...neverKnown };
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => all[name] ?? place);
}
