/** Records of a list share most of their seconds, and a date is long in the making. */
const known = new Map<number, string>();
const remembered = 5000;

/** @param seconds since the epoch, of the years 1 to 9999 @returns ISO 8601 in UTC without fraction and zone, such as 2026-05-01T12:00:00 */
export function secondsText(seconds: number): string {
  let text = known.get(seconds);
  if (text === undefined) {
    text = new Date(seconds * 1000).toISOString().slice(0, 19);
    if (known.size >= remembered) known.clear();
    known.set(seconds, text);
  }
  return text;
}
