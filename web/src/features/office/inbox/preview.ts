const nameLength = 15;

/** @returns a sender's name as a row shows it */
export function shortName(name: string): string {
  return cut(name, nameLength);
}

/** @returns the beginning of a message: longer beside a subject */
export function previewOf({ subject, message }: { subject?: string; message: string }): string {
  return cut(message, subject ? 80 : 50);
}

function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length).join('')}…` : text;
}
