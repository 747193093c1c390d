import { createRestFirestore, type RestFirestore } from './rest-firestore.ts';
import { createTransport } from './transport.ts';

const renewBeforeMillis = 300_000;

/** @param emulator host:port; null for the service itself, with the credentials that the platform gives a function */
export function connectRest(projectId: string, emulator: string | null): RestFirestore {
  if (emulator)
    return createRestFirestore(
      createTransport(`http://${emulator}`, () => 'owner'),
      projectId,
    );
  return createRestFirestore(createTransport('https://firestore.googleapis.com', accessTokens()), projectId);
}

/** Tokens last an hour; all waiting requests share one. */
function accessTokens(): () => string | Promise<string> {
  const credential = import('firebase-admin/app').then(({ applicationDefault }) => applicationDefault());
  let current: string | Promise<string> | undefined;
  let until = 0;
  return () => {
    if (current && Date.now() < until) return current;
    until = Number.POSITIVE_INFINITY;
    current = credential
      .then((of) => of.getAccessToken())
      .then(
        ({ access_token, expires_in }) => {
          until = Date.now() + expires_in * 1000 - renewBeforeMillis;
          current = access_token;
          return access_token;
        },
        (error: unknown) => {
          until = 0;
          throw error;
        },
      );
    return current;
  };
}
