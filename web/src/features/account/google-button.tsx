import { type PublicConfig } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { freshKey } from '../../lib/fresh-key.ts';
import { googleIdentity, loadGoogleIdentity } from '../../lib/google-identity.ts';
import { publicConfig } from '../../lib/platform/public-config.ts';
import { t } from '../../texts/index.ts';
import { GoogleMark } from './google-mark.tsx';
import type { GoogleData } from './sign-in.ts';

const LocalGoogleDialog = lazy(() => import('./local-google-dialog.tsx'));

interface GoogleButtonProps {
  onCredential: (data: GoogleData) => void;
  onProblem: (text: string) => void;
}

/**
 * Signs in with Google. In production Google draws the button, once its script is there; until then, and where it cannot be
 * reached, ours says what is missing. On one machine a dialog takes Google's place, which only the Auth emulator believes.
 */
export function GoogleButton({ onCredential, onProblem }: GoogleButtonProps) {
  const [config, setConfig] = useState<PublicConfig | null>(null);
  const [local, setLocal] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const drawn = useGoogleDrawn(config, place, { onCredential, onProblem });
  useEffect(() => {
    let left = false;
    publicConfig().then(
      (read) => left || setConfig(read),
      (cause: unknown) => console.warn('The sign-in settings could not be read.', cause),
    );
    return () => {
      left = true;
    };
  }, []);

  const press = () => {
    if (config?.emulators) setLocal(true);
    else onProblem(config?.googleClientId ? t('message.googleNotLoaded') : t('message.googleNotInitialised'));
  };
  return (
    <>
      <Box ref={place} sx={{ display: drawn ? 'flex' : 'none', justifyContent: 'center', colorScheme: 'light' }} />
      {!drawn && (
        <Button variant="outlined" color="inherit" size="large" fullWidth startIcon={<GoogleMark />} onClick={press}>
          {t('google.signIn')}
        </Button>
      )}
      {local && (
        <Suspense>
          <LocalGoogleDialog
            onClose={() => setLocal(false)}
            onCredential={(data) => {
              setLocal(false);
              onCredential(data);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** @returns whether `place` shows Google's own button */
function useGoogleDrawn(config: PublicConfig | null, place: RefObject<HTMLDivElement | null>, to: GoogleButtonProps): boolean {
  const [drawn, setDrawn] = useState(false);
  const clientId = config && !config.emulators ? config.googleClientId : null;
  const latest = useRef(to);
  useEffect(() => {
    latest.current = to;
  });
  useEffect(() => {
    if (!clientId) return;
    let left = false;
    const draw = () => {
      const google = googleIdentity();
      if (left || !google || !place.current) return;
      const nonce = freshKey(); // Google repeats it in its token: one that was made for another page is refused
      try {
        google.initialize({
          client_id: clientId,
          nonce,
          ux_mode: 'popup',
          callback: ({ credential }) => latest.current.onCredential({ credential, nonce }),
        });
        google.renderButton(place.current, { type: 'standard', theme: 'outline', size: 'large', text: 'signin_with', width: 320 });
        setDrawn(true);
      } catch (cause) {
        console.warn('Google sign-in could not start.', cause);
        latest.current.onProblem(t('message.googleNotInitialised'));
      }
    };
    loadGoogleIdentity().then(draw, (cause: unknown) => console.warn('Google sign-in is not available.', cause));
    return () => {
      left = true;
    };
  }, [clientId, place]);
  return drawn;
}
