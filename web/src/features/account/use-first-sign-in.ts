import { type LoginAnswer, timings } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../lib/api/client.ts';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { afterLogin } from '../../lib/navigation/wanted-page.ts';
import { useSession } from '../../lib/session/session.ts';
import { registeredHere } from './registered-here.ts';
import { keepLogin } from './sign-in.ts';

/**
 * Signs in who has opened the link of the verification mail in the browser that registered the account, and leads on. Where
 * somebody is signed in already, nothing changes.
 * @param isVerified whether the link has verified the address
 */
export function useFirstSignIn(token: string, isVerified: boolean): { isWaiting: boolean; isSignedIn: boolean } {
  const navigate = useNavigate();
  const [before] = useState(useSession());
  const [browser] = useState(registeredHere);
  const { data: home, isLoading } = useQuery({
    enabled: isVerified && before === null && browser !== null,
    queryKey: ['firstSignIn', token],
    queryFn: () => signIn(token, browser ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // a link that does not sign in leads to the login, as it always did
  });
  useEffect(() => {
    if (home === undefined) return;
    const timer = setTimeout(() => void navigate(home, { replace: true, state: afterLogin }), timings.loginRedirect);
    return () => clearTimeout(timer);
  }, [home, navigate]);
  return { isWaiting: isLoading, isSignedIn: home !== undefined };
}

/** @returns where the person starts */
async function signIn(token: string, browser: string): Promise<string> {
  const path = `/authentication/${encodeURIComponent(token)}/sign-in`;
  return roleHome(keepLogin(await api.post<LoginAnswer>(path, { browser }, { visitor: true })));
}
