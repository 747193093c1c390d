import { authService } from './auth-service.ts';
import { password, type Person } from './personas.ts';

/**
 * A token of Google's public password sign-in, for an address and a password that whoever has a console token can write into its
 * Auth user. It has no session of ours. The Auth service then refuses the person's earlier tokens.
 */
export async function passwordOnlyToken({ token, email }: Pick<Person, 'token' | 'email'>): Promise<string> {
  const written = await authService('update', { idToken: token, email, password });
  if (written.status !== 200) throw new Error(`The Auth service refused a password: ${JSON.stringify(written.body)}`);
  return identity('signInWithPassword', { email, password });
}

/** The ID token that the Firebase SDK gets for a custom token. */
export function exchanged(customToken: string): Promise<string> {
  return identity('signInWithCustomToken', { token: customToken });
}

async function identity(call: string, body: object): Promise<string> {
  const answer = await authService(call, { ...body, returnSecureToken: true });
  if (!answer.body.idToken) throw new Error(`${call} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.idToken;
}

/** Of a user that anyone can make over Firebase's public API: one without an address, or with a free one. */
export function signedUpToken(email?: string): Promise<string> {
  return identity('signUp', email === undefined ? {} : { email, password });
}

/** A token with other claims, as a forger makes it. The Auth emulator's tokens carry no signature, so this one is as good as its own. */
export function rewritten(token: string, claims: Record<string, unknown>): string {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>; // a token's second part
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...payload, ...claims })}.`;
}
