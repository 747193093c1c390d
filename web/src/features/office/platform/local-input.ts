import { format } from 'date-fns';

/** @returns a time as an input of type datetime-local takes it, in the browser's zone; '' for none */
export function localInput(iso: string | null): string {
  return iso === null ? '' : format(new Date(iso), "yyyy-MM-dd'T'HH:mm");
}

/** @returns the time of such an input; null while it is empty or not complete */
export function isoOfInput(text: string): string | null {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
