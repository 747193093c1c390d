/** The values for the places in samples, such as `{{projectId}}` in a topic. */
export interface SampleValues {
  endpoint: string;
  projectId: string;
  storageKey: string;
  storageId: string;
  usersStorageId: string;
  /** Of the guides, whose samples name the key as well. */
  notesStorageId: string;
}

/** The keys and a record's id are always the reader's to fill in: no page ever holds a secret. */
const neverKnown = {
  apiKey: 'YOUR_API_KEY',
  secretKey: 'YOUR_SECRET_KEY',
  recordId: 'DOCUMENT_ID',
  productsStorageId: 'YOUR_PRODUCTS_STORAGE_ID',
  ordersStorageId: 'YOUR_ORDERS_STORAGE_ID',
};

export const visitorValues: SampleValues = {
  endpoint: 'https://app.example.com',
  projectId: 'YOUR_PROJECT_ID',
  storageKey: 'projects',
  storageId: 'YOUR_STORAGE_ID',
  usersStorageId: 'YOUR_USERS_STORAGE_ID',
  notesStorageId: 'YOUR_NOTES_STORAGE_ID',
};

/** @returns the text with its places filled */
export function fillIn(text: string, values: SampleValues): string {
  const all: Record<string, string> = { ...values, ...neverKnown };
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => all[name] ?? place);
}
