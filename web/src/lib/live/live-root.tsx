import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { AuthProvider, FirebaseAppProvider, FirestoreProvider, useFirestore, useUser } from 'reactfire';
import { type Firebase, firebase, signInAgain } from '../session/firebase.ts';
import { useStoredSession } from '../session/session.ts';
import { type LiveState, type LiveSubscription, liveSubscriptions, onLiveSubscriptions } from './live-registry.ts';
import { askWhetherSignedIn, isRefusal } from './refusal.ts';
import { watch } from './watch.ts';

/** Holds the console's Firestore listeners. Loaded lazily after the first paint, once per shell. */
export function LiveRoot() {
  const { started, hasFailed } = useFirebase();
  if (!started) return hasFailed ? <Silent state="offline" /> : null;
  return (
    <FirebaseAppProvider firebaseApp={started.app}>
      <AuthProvider sdk={started.auth}>
        <FirestoreProvider sdk={started.firestore}>
          <Listeners />
        </FirestoreProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}

function useFirebase(): { started: Firebase | null; hasFailed: boolean } {
  const [started, setStarted] = useState<Firebase | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    firebase().then(
      (value) => !ended && setStarted(value),
      (cause: unknown) => {
        console.warn('Live updates could not start.', cause);
        if (!ended) timer = setTimeout(() => setAttempt((n) => n + 1), retryAfter(attempt));
      },
    );
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [attempt]);
  return { started, hasFailed: attempt > 0 };
}

function Listeners() {
  const { data: user } = useUser({ suspense: false });
  const session = useStoredSession();
  const subscriptions = useSyncExternalStore(onLiveSubscriptions, liveSubscriptions);
  // Rules judge the Firebase user: listening as anybody but the console's person would show foreign
  // data or be refused.
  const mayListen = Boolean(user) && user?.uid === session?.userId;
  useLoss(mayListen);
  const hindrance = useSignInAgain(mayListen, session?.userId);
  if (!mayListen) return hindrance && <Silent state={hindrance} />;
  return subscriptions.map((subscription) => <Listener key={subscription.id} subscription={subscription} />);
}

/**
 * The SDK keeps its sign-in in a database that the browser may lose, and a page that is left ends a sign-in on its way.
 * @returns why the console's person could not be signed in again; null while that is tried or not needed
 */
function useSignInAgain(mayListen: boolean, userId: string | undefined): LiveState | null {
  const [told, setTold] = useState<{ userId: string; state: LiveState } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (mayListen || userId === undefined) return;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    signInAgain().then(
      (isSignedIn) => !ended && setTold(isSignedIn ? null : { userId, state: 'signed-out' }),
      (cause: unknown) => {
        console.warn('Live updates could not sign in again.', cause);
        if (ended) return;
        setTold({ userId, state: 'offline' });
        timer = setTimeout(() => setAttempt((n) => n + 1), retryAfter(attempt));
      },
    );
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [mayListen, userId, attempt]);
  return told?.userId === userId ? (told?.state ?? null) : null;
}

/** Tells all that want to listen why nothing comes. */
function Silent({ state }: { state: LiveState }) {
  const subscriptions = useSyncExternalStore(onLiveSubscriptions, liveSubscriptions);
  useEffect(() => {
    for (const { onState } of subscriptions) onState(state);
  }, [subscriptions, state]);
  return null;
}

/**
 * Firebase ends a sign-in that was revoked, and every listener with it: nobody else would say that
 * nothing arrives any more.
 */
function useLoss(mayListen: boolean): void {
  const did = useRef(false);
  useEffect(() => {
    if (did.current && !mayListen) {
      for (const { onState } of liveSubscriptions()) onState('offline');
      askWhetherSignedIn();
    }
    did.current = mayListen;
  }, [mayListen]);
}

function Listener({ subscription }: { subscription: LiveSubscription }) {
  const firestore = useFirestore();
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watch(firestore, subscription, (cause) => {
      subscription.onState('offline'); // a listener ends with its error: another takes its place
      if (isRefusal(cause)) askWhetherSignedIn();
      timer = setTimeout(() => setFailures((n) => n + 1), retryAfter(failures));
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [firestore, subscription, failures]);
  return null;
}

function retryAfter(attempts: number): number {
  return Math.min(60_000, 2000 * 2 ** attempts);
}
