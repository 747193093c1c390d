import { createHash } from 'node:crypto';
import type { Played } from './played.ts';

/** A person, as the form says. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly isProved: boolean;
  readonly name: string;
}

export function personOf(form: URLSearchParams): Person {
  return {
    sub: form.get('sub') ?? '',
    email: form.get('email') ?? '',
    isProved: form.get('email_verified') === 'true',
    name: form.get('name') ?? '',
  };
}

/** The person in the words of each provider's ID token. Google vouches for an address of a Workspace, Microsoft for one of a proved domain. */
export function claimsOf({ kind, tenant }: Pick<Played, 'kind' | 'tenant'>, { sub, email, isProved, name }: Person): object {
  const named = name === '' ? {} : { name };
  if (kind === 'microsoft') return { sub, oid: sub, tid: tenant, ...(email === '' ? {} : { email, xms_edov: isProved }), ...named };
  const address = email === '' ? {} : { email, email_verified: isProved };
  if (kind === 'google') return { sub, ...address, ...(isProved ? { hd: email.split('@')[1] } : {}), ...named };
  if (kind === 'apple') return { sub, ...address, ...(email === '' ? {} : { email_verified: String(isProved) }) };
  return { sub, ...address, ...named };
}

/** Apple tells the name beside the code, and no token has it. */
export function appleUser({ name, email }: Person): string {
  const [firstName = '', ...others] = name.split(' ');
  return JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email });
}

/** GitHub's API. @returns null for a path that it does not know */
export function githubAnswer(call: string, { sub, email, isProved, name }: Person): object | null {
  if (call === '/api/user') return { id: numberOf(sub), login: sub, name: name === '' ? null : name };
  if (call === '/api/user/emails') return email === '' ? [] : [{ email, primary: true, verified: isProved }];
  return null;
}

/** People are numbers there. */
function numberOf(sub: string): number {
  return /^\d{1,15}$/.test(sub) ? Number(sub) : createHash('sha256').update(sub).digest().readUInt32BE();
}
