import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { formPage } from './form-page.ts';
import { page } from './http.ts';
import { appleUser, type Person, personOf } from './person.ts';
import { type Played, saysIssuer } from './played.ts';

/** The person and the call that a code stands for. */
export interface Grant {
  readonly played: Played;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: Person;
}

interface Asked {
  readonly played: Played;
  readonly asked: URLSearchParams;
  /** As the person has filled it in. */
  readonly form: URLSearchParams;
  readonly grants: Map<string, Grant>;
  /** To whom Apple has told a name already: it does so once. */
  readonly told: Set<string>;
}

/** Sends the browser back with a code: by its address, or, as Apple does, by a form. */
export function goBack(res: ServerResponse, given: Asked): void {
  const { asked } = given;
  const to = asked.get('redirect_uri') ?? '';
  const answer = { state: asked.get('state') ?? '', ...answerOf(given) };
  if (asked.get('response_mode') === 'form_post') return page(res, formPage(to, answer));
  const back = new URL(to);
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  res.writeHead(303, { location: back.href }).end();
}

function answerOf({ played, asked, form, grants, told }: Asked): Record<string, string> {
  const issuer: Record<string, string> = saysIssuer(played.kind) ? { iss: played.issuer } : {};
  if (form.get('go') === 'no') return { ...issuer, error: played.kind === 'apple' ? 'user_cancelled_authorize' : 'access_denied' };
  const [code, person, clientId] = [randomBytes(18).toString('base64url'), personOf(form), asked.get('client_id') ?? ''];
  const challenge = asked.get('code_challenge') ?? '';
  grants.set(code, { played, clientId, redirectUri: asked.get('redirect_uri') ?? '', challenge, nonce: asked.get('nonce'), person });
  const known = JSON.stringify([clientId, person.sub]);
  const isFirst = played.kind === 'apple' && !told.has(known);
  if (isFirst) told.add(known);
  return { ...issuer, code, ...(isFirst ? { user: appleUser(person) } : {}) };
}
