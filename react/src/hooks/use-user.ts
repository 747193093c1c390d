import { useSyncExternalStore } from 'react';
import { useProvided } from '../provider/provider.tsx';
import type { Session, SessionState } from '../session/session.ts';

export interface UserView extends Pick<Session, 'signIn' | 'register' | 'verify' | 'signInAnonymously' | 'signOut'> {
  /** Undefined while the session of an earlier visit is asked for, null for nobody. */
  user: SessionState['user'];
  isLoading: boolean;
}

/** A server knows nobody. */
const unknown: SessionState = { user: undefined };

/**
 * Shows the app user who is signed in on this page. The provider has to have a session.
 * @example const { user, signIn, signOut } = useUser();
 */
export function useUser(): UserView {
  const { session } = useProvided();
  if (!session) throw new Error('useUser needs a BedplateProvider with a session.');
  const { user } = useSyncExternalStore(
    session.onState,
    () => session.state,
    () => unknown,
  );
  const { signIn, register, verify, signInAnonymously, signOut } = session;
  return { user, isLoading: user === undefined, signIn, register, verify, signInAnonymously, signOut };
}
