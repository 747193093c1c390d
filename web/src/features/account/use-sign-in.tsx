import { type LoginAnswer, timings } from '@bedplate/contract';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FormNote } from '../../components/form/form-message.tsx';
import type { SignIn } from './sign-in.ts';

/** With the code of forms, which pages that share this file do without. */
const TwoFactorDialog = lazy(async () => ({ default: (await import('./two-factor-dialog.tsx')).TwoFactorDialog }));

/** The end of a sign-in: a message, and after two seconds another page. */
export interface Landing {
  note: FormNote;
  to: string;
  /** The state of the page's address. */
  state?: object;
}

interface SignInSteps {
  attempt: (signIn: SignIn) => Promise<void>;
  landing: Landing | null;
  /** Asks for the mailed code, while an account waits for it. */
  codeDialog: ReactNode;
}

/** @param afterSignIn keeps what the server answered, or refuses it */
export function useSignIn(afterSignIn: (answer: LoginAnswer) => Landing): SignInSteps {
  const [waiting, setWaiting] = useState<SignIn | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);
  useRedirect(landing);
  const attempt = async (signIn: SignIn, twoFactorCode: string | null = null) => {
    const answer = await signIn(twoFactorCode);
    if (answer) setLanding(afterSignIn(answer));
    setWaiting(() => (answer ? null : signIn));
  };
  const codeDialog = waiting && (
    <Suspense>
      <TwoFactorDialog onCode={(code) => attempt(waiting, code)} onResend={() => attempt(waiting)} onClose={() => setWaiting(null)} />
    </Suspense>
  );
  return { attempt: (signIn) => attempt(signIn), landing, codeDialog };
}

function useRedirect(landing: Landing | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!landing) return;
    const { to, state } = landing;
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), timings.loginRedirect);
    return () => clearTimeout(timer);
  }, [landing, navigate]);
}
