import { useState } from 'react';
import { FormMessage } from '../../components/form/form-message.tsx';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { afterLogin } from '../../lib/navigation/wanted-page.ts';
import { t } from '../../texts/index.ts';
import { GoogleChoice } from './google-choice.tsx';
import { keepLogin } from './sign-in.ts';
import { useSignIn } from './use-sign-in.tsx';

/** Opens an account with Google, which proves the address: no password, no mail. Who has an account is signed in to it. */
export function GoogleRegistration() {
  const [problem, setProblem] = useState<string | null>(null);
  const { attempt, landing, codeDialog } = useSignIn((answer) => {
    const session = keepLogin(answer);
    return { note: { kind: 'success', text: t('message.loggedIn') }, to: roleHome(session), state: afterLogin };
  });
  return (
    <>
      <GoogleChoice onSignIn={attempt} onProblem={setProblem} />
      <FormMessage note={landing?.note ?? null} failure={problem} />
      {codeDialog}
    </>
  );
}
