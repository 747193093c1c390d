import { randomBytes } from 'node:crypto';

/** Google's ID token as the Auth emulator takes it: the payload as JSON text, which only an emulator accepts unsigned. */
export function googleCredential(email: string, facts: Record<string, unknown> = {}): string {
  return JSON.stringify({ sub: randomBytes(9).toString('hex'), email, email_verified: true, name: 'Gina Google', ...facts });
}
