import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Changes with a password's hash, but does not reveal it: a hash has its own random salt. */
export function passwordMark(hash: string): string {
  return sha256(hash).slice(0, 16);
}

/** HMAC-SHA-256 over parts that cannot run into each other. @returns base64url */
export function mac(pepper: string, ...parts: string[]): string {
  return createHmac('sha256', pepper).update(JSON.stringify(parts)).digest('base64url');
}

export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** AES-256-GCM. @param context binds the text to its place: it opens only with the same context @returns base64url of nonce, tag and text */
export function seal(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The inverse of `seal`. @throws {Error} when key, context or text differ */
export function unseal(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 }).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
