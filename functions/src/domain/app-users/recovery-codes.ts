import { randomBytes } from 'node:crypto';
import { sha256 } from '../../crypto/crypt.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const perUser = 10;

/** @returns codes of 120 bits each, and the hashes that are stored: nobody can try out so many, so they need no slow hash */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: perUser }, () => {
    const text = [...randomBytes(24)].map((byte) => letters[byte % letters.length]).join('');
    return text.replace(/.{6}(?=.)/g, '$&-');
  });
  return { codes, hashes: codes.map(recoveryHash) };
}

/** @param code as it is read from paper, in any case, with or without its hyphens */
export function recoveryHash(code: string): string {
  return sha256(code.toLowerCase().replace(/[\s-]/g, ''));
}
