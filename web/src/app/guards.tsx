import { type Capability, can } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { canGoBack, pageLoad } from '../lib/browser.ts';
import { renew } from '../lib/session/fresh-token.ts';
import {
  belongsToProject,
  clearSession,
  isExpired,
  isOfThisTab,
  isSamePerson,
  type Session,
  SignedIn,
  useSignedIn,
  useStoredSession,
  wasEnded,
} from '../lib/session/session.ts';
import { paths } from '../lib/navigation/paths.ts';
import { roleHome } from '../lib/navigation/role-home.ts';
import { useIsAfterLogin, wanting } from '../lib/navigation/wanted-page.ts';
import { askNoMore, holdsTyped } from '../lib/leaving.ts';
import { useToast } from '../lib/toast.ts';
import { useGone } from '../lib/use-gone.ts';
import { t } from '../texts/index.ts';

const SignInAgain = lazy(async () => ({ default: (await import('../features/account/sign-in-again.tsx')).SignInAgain }));

/**
 * Lets signed-in people pass; visitors go to the login, which leads them back here. An expired
 * token is renewed first if this browser still can.
 */
export function RequireSession({ login = paths.login() }: { login?: string }) {
  const session = useStoredSession();
  const [first] = useState(session);
  const { last, isKept, leave } = useKeptPage(session);
  if (!session && !isKept) return <ToLogin login={login} hasEnded={first !== null && wasEnded()} />;
  if (session && first && isOther(session, first)) return <OtherPerson />;
  if (session && isExpired(session)) return <Renewing login={login} />;
  return (
    <>
      <SignedIn value={session ?? last}>
        <Outlet />
      </SignedIn>
      {!session && (
        <Suspense>
          <SignInAgain isOffice={login === paths.superadminLogin()} onLeave={leave} />
        </Suspense>
      )}
    </>
  );
}

/**
 * A session that ends while something is typed, here or in another tab, does not take it along: the
 * page stays, unseen, until its person has signed in again.
 */
function useKeptPage(session: Session | null) {
  const [state, setState] = useState({ session, last: session, isKept: false });
  let now = state;
  if (state.session !== session) {
    now = { session, last: session ?? state.last, isKept: session === null && holdsTyped() };
    setState(now);
  }
  const leave = () => {
    askNoMore();
    setState((before) => ({ ...before, isKept: false }));
  };
  return { last: now.last, isKept: now.isKept, leave };
}

/**
 * Admits roles with one of the capabilities, in their own project; others go back one page. A person who loses a page that was open is
 * told and comes home, as the pages before may be lost as well; not before what is typed there has been sent, copied or given up.
 */
export function RequireCapability({ needs }: { needs: readonly Capability[] }) {
  const session = useSignedIn();
  const { pathname } = useLocation();
  const { id } = useParams();
  const [open, setOpen] = useState<string | null>(null);
  const allowed = needs.some((need) => can(session.role, need)) && (id === undefined || belongsToProject(session, id));
  if (allowed && open !== pathname) setOpen(pathname);
  const isLost = !allowed && open === pathname;
  const goes = useGone(isLost, null);
  const toast = useToast();
  useEffect(() => {
    if (isLost) void import('../texts/sign-in-again.ts').then(() => toast.info(t('again.pageLost')));
  }, [isLost, toast]);
  if (allowed || (isLost && !goes)) return <Outlet />;
  return isLost ? <Navigate to={roleHome(session)} replace /> : <BackOnePage />;
}

function Renewing({ login }: { login: string }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let ended = false;
    void renew().then((renewed) => {
      if (ended || renewed) return; // a renewed session renders the page by itself
      clearSession();
      setFailed(true);
    });
    return () => {
      ended = true;
    };
  }, []);
  return failed ? <ToLogin login={login} hasEnded /> : <PageSkeleton />;
}

function isOther(session: Session, first: Session): boolean {
  return session.userId !== first.userId || (!isSamePerson(session, first) && !isOfThisTab(session));
}

/**
 * Another person has signed in in another tab, or staff view another account there. The data and the typed text of this page are not
 * theirs: a full load drops them.
 */
function OtherPerson() {
  useEffect(() => pageLoad.reload(), []);
  return <PageSkeleton />;
}

/** The next person to sign in may be another one, so everything that was read is forgotten. */
function ToLogin({ login, hasEnded }: { login: string; hasEnded: boolean }) {
  const client = useQueryClient();
  const location = useLocation();
  const state = useMemo(() => wanting(location, hasEnded), [location, hasEnded]); // another one would begin the navigation again
  useEffect(() => client.clear(), [client]);
  return <Navigate to={login} replace state={state} />;
}

function BackOnePage() {
  const session = useSignedIn();
  const navigate = useNavigate();
  const home = roleHome(session);
  const back = !useIsAfterLogin() && canGoBack();
  useEffect(() => {
    if (back) window.history.back();
    else void navigate(home, { replace: true });
  }, [back, navigate, home]);
  return <PageSkeleton />;
}
