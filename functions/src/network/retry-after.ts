/**
 * Reads the header Retry-After: seconds, or a date of HTTP in one of its three spellings, all of which are in UTC.
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 * @param date the header Date of the same answer, in case that the other clock is wrong
 * @returns milliseconds, 0 for what is over; undefined for what is neither
 */
export function retryAfterMillis(retryAfter: string | undefined, date: string | undefined): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const asked = momentOf(text);
  return asked === undefined ? undefined : Math.max(0, asked - (momentOf(date ?? '') ?? Date.now()));
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const spellings = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

function momentOf(text: string): number | undefined {
  const { day, month, year = '', time } = spellings.map((spelling) => spelling.exec(text)?.groups).find(Boolean) ?? {};
  const millis = Date.parse(`${day} ${month} ${year.length === 2 ? wholeYear(Number(year)) : year} ${time} GMT`);
  return Number.isNaN(millis) ? undefined : millis;
}

/** A year of two digits lies at most fifty years ahead. */
function wholeYear(year: number): number {
  const now = new Date().getUTCFullYear();
  const inThisCentury = now - (now % 100) + year;
  return inThisCentury > now + 50 ? inThisCentury - 100 : inThisCentury;
}
