/** @returns the values of a save that is tried; undefined for none, null for what is no JSON object */
export function readValues(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    return null;
  }
}
