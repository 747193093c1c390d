/** @returns the bytes that `%E9` and the like stand for, one letter each, in whatever charset they are */
export function percentBytes(escaped: string): string {
  return escaped.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
