import { timings } from '@bedplate/contract';
import { useRef } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { doDelayed } from '../../lib/delayed.ts';
import { api } from '../../lib/api/client.ts';
import { pageLoad } from '../../lib/browser.ts';
import { leaveSession } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { askNoMore, mayLeave } from '../../lib/leaving.ts';
import { t } from '../../texts/index.ts';

/**
 * Ends the session after a second: the server revokes it, the browser forgets it and loads the public site.
 * The full load drops every cached answer and listener.
 */
export function useLogout(): () => Promise<void> {
  const toast = useToast();
  const leaving = useRef(false);
  return async () => {
    if (leaving.current || !(await mayLeave())) return;
    leaving.current = true;
    askNoMore();
    toast.success(t('message.loggedOut'));
    void doDelayed(); // while the session lasts
    setTimeout(async () => {
      // Not earlier: a page that is still shown would be refused its next read.
      await Promise.race([endSession(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
      leaveSession();
      pageLoad.open(paths.home());
    }, timings.logoutDelay);
  };
}

/** In milliseconds. A call that is under way by then outlives the page. */
const longestWait = 500;

/** Signing out never fails for the person: without an answer the session ends by itself when it expires. */
async function endSession(): Promise<void> {
  const live = import('../../lib/session/firebase.ts').then(({ signOutLive }) => signOutLive());
  const results = await Promise.allSettled([api.post('/authentication/logout', {}, { timeout: 5000, keepalive: true }), live]);
  for (const result of results) if (result.status === 'rejected') console.warn('Sign-out was not complete.', result.reason);
}
