/** @returns the key of a storage as the name of a type: letters and digits */
export function typeName(storageKey: string): string {
  const words = storageKey.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
