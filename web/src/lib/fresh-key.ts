/**
 * Made without crypto.randomUUID, which browsers do not have on pages of plain http.
 * @returns a text that nobody guesses and that no other call makes: a key of one order, a nonce
 */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
