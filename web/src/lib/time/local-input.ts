const minuteMillis = 60_000;

/** @returns a time as an input of type datetime-local takes it, in the browser's zone; '' for none */
export function localInput(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * minuteMillis).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** @returns the time of such an input; null while it is empty or not complete */
export function isoOfInput(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
