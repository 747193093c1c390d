import { password } from './personas.ts';
import { target } from './target.ts';

/** What anyone gets from Google's public password sign-in: our role claims, but no session of ours. */
export async function passwordOnlyToken(email: string): Promise<string> {
  return (await identity('signInWithPassword', { email, password, returnSecureToken: true })).idToken;
}

/** The ID token that the Firebase SDK gets for a custom token. */
export async function exchanged(customToken: string): Promise<string> {
  return (await identity('signInWithCustomToken', { token: customToken, returnSecureToken: true })).idToken;
}

async function identity(call: string, body: object): Promise<{ idToken: string }> {
  const url = `${target.auth}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { idToken: string }; // Identity Toolkit's documented answer
}

/** A token with other claims, as a forger makes it. The Auth emulator's tokens carry no signature, so this one is as good as its own. */
export function rewritten(token: string, claims: Record<string, unknown>): string {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>; // a token's second part
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...payload, ...claims })}.`;
}
