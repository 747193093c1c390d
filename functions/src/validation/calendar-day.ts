/** Checks that a date exists: Date.parse rolls 2026-02-31 over to March. @param text begins with yyyy-mm-dd */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const millis = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day);
}
