/**
 * Whether a text can be the id of one of our documents. Firestore refuses others with an error instead of finding nothing: a slash
 * names another document, and `__…__` is its own.
 */
export function isDocumentId(text: string): boolean {
  return /^[A-Za-z0-9][\w-]{0,127}$/.test(text);
}
