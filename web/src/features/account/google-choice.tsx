import Divider from '@mui/material/Divider';
import { messageOf } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import { SwitchedOff } from '../maintenance/switched-off.tsx';
import { GoogleButton } from './google-button.tsx';
import { type GoogleData, type SignIn, withGoogle } from './sign-in.ts';

interface GoogleChoiceProps {
  onSignIn: (signIn: SignIn) => Promise<void>;
  /** Gets the text to show; null takes an earlier one away. */
  onProblem: (text: string | null) => void;
}

/** Google below a form that asks for a password. A person whom nobody knows yet gets an account. */
export function GoogleChoice({ onSignIn, onProblem }: GoogleChoiceProps) {
  const signIn = async (data: GoogleData) => {
    onProblem(null);
    try {
      await onSignIn(withGoogle(data));
    } catch (error) {
      onProblem(messageOf(error, t('message.googleFailed'), t('message.googleUnexpected')));
    }
  };
  return (
    <>
      <Divider sx={{ my: 4, typography: 'body2', color: 'text.secondary' }}>{t('google.or')}</Divider>
      <SwitchedOff name="googleSignIn">
        <GoogleButton onCredential={(data) => void signIn(data)} onProblem={onProblem} />
      </SwitchedOff>
    </>
  );
}
