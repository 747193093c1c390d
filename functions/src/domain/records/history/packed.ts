import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this many characters deflating wins nothing that is billed. */
const plainCharacters = 2048;

/** JSON as an entry stores it: text, or deflated bytes when it is long. */
export function packed(value: object): string | Uint8Array {
  const text = JSON.stringify(value);
  return text.length <= plainCharacters ? text : deflateRawSync(text);
}

export function unpacked<T>(stored: string | Uint8Array): T {
  return JSON.parse(typeof stored === 'string' ? stored : inflateRawSync(stored).toString()) as T; // packed above
}
