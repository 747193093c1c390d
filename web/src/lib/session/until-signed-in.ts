import { currentSession, onSession } from './session.ts';

/** Waits while nobody is signed in. */
export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (currentSession() === null) return;
      leave();
      resolve();
    };
    const leave = onSession(look);
    look();
  });
}
