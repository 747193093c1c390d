import { format, isValid, parse } from 'date-fns';

/** Days are shown, typed and sent in one spelling, which sorts as text. */
const pattern = 'yyyy-MM-dd';

/** @returns the day that the text spells as yyyy-MM-dd, null when it spells none */
export function dayOf(text: string): Date | null {
  const day = parse(text, pattern, new Date(0));
  // parse() reads '24-5-1' too; only the full spelling counts.
  return isValid(day) && textOfDay(day) === text ? day : null;
}

export function textOfDay(day: Date): string {
  return format(day, pattern);
}
