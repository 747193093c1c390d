import { invalid } from '../state/failure.ts';
import { type Params, text } from './params.ts';

/** Browsers prove with the intent's secret that it was given to them; a secret key needs none. */
export function requireSecret<T extends { client_secret: string | null; object: string }>(intent: T, params: Params): T {
  const given = text(params, 'client_secret');
  if (given === undefined && params[secretKeyMark] === 'true') return intent;
  if (given !== intent.client_secret) {
    throw invalid(`The client_secret provided does not match any associated ${intent.object} on this account.`, {
      code: `${intent.object}_invalid_parameter`,
      param: 'client_secret',
    });
  }
  return intent;
}

/** The name under which the server notes that a request came with a secret key; no request can carry it. */
export const secretKeyMark = ' secret key';
