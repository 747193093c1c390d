import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { LeaveDialog } from './leave-dialog.tsx';
import { askBy } from '../../lib/leaving.ts';
import { firstUnsaved, type Unsaved } from '../../lib/unsaved.ts';

/** Stands around all pages: asks before what is typed is lost, for one form at a time. */
export function LeaveGuard() {
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && firstUnsaved() !== undefined,
  );
  const [asked, setAsked] = useState<{ unsaved: Unsaved; answer: (leaves: boolean) => void } | null>(null);
  useEffect(() => askBy((unsaved) => new Promise((answer) => setAsked({ unsaved, answer }))), []);
  const unsaved = leaving.state === 'blocked' ? (firstUnsaved() ?? something) : asked?.unsaved;
  if (!unsaved) return null;
  const end = (leaves: boolean) => {
    if (leaves) unsaved.onDiscard?.();
    if (leaving.state === 'blocked') (leaves ? leaving.proceed : leaving.reset)();
    asked?.answer(leaves);
    setAsked(null);
  };
  return <LeaveDialog unsaved={unsaved} onKeep={() => end(false)} onLeave={() => end(true)} />;
}

/** Stands for what was unsaved when the page was to be left and has gone since. */
const something: Unsaved = { isUnsaved: () => true };
