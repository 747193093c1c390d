/** Date.parse rolls 2026-02-31 over to March; a date, alone or before a time, must mean the day that it says. @param text begins with yyyy-mm-dd */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const millis = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day);
}
