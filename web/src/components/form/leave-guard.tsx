import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router-dom';
import { LeaveDialog } from './leave-dialog.tsx';
import { askBy, isUnderWay } from '../../lib/leaving.ts';
import { useLeaveQuestion } from '../../lib/use-leave-question.ts';
import { firstUnsaved, type Unsaved } from '../../lib/unsaved.ts';
import { t } from '../../texts/index.ts';

/** Milliseconds between two looks whether a save has ended. */
const look = 50;
/** A save that takes longer than this asks whether to leave without its answer. */
const patience = 1000;

/** Stands around all pages: asks before what is typed is lost, for one form at a time. */
export function LeaveGuard() {
  const isAsked = useRef(false);
  const leaving = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    isAsked.current = firstUnsaved() !== undefined;
    return isAsked.current || isUnderWay();
  });
  const isSlow = useSaved(leaving, isAsked);
  useLeaveQuestion(isUnderWay);
  const [asked, setAsked] = useState<{ unsaved: Unsaved; answer: (leaves: boolean) => void } | null>(null);
  useEffect(() => askBy((unsaved) => new Promise((answer) => setAsked({ unsaved, answer }))), []);
  const unsaved = leaving.state === 'blocked' ? (firstUnsaved() ?? (isSlow ? saving() : undefined)) : asked?.unsaved;
  if (!unsaved) return null;
  const end = (leaves: boolean) => {
    if (leaves) unsaved.onDiscard?.();
    if (leaving.state === 'blocked') (leaves ? leaving.proceed : leaving.reset)();
    asked?.answer(leaves);
    setAsked(null);
  };
  return <LeaveDialog unsaved={unsaved} onKeep={() => end(false)} onLeave={() => end(true)} />;
}

/** Stands for what the server has not answered for yet. */
const saving = (): Unsaved => ({
  isUnsaved: () => true,
  question: {
    title: t('unsaved.saving'),
    text: t('unsaved.unanswered'),
    keep: t('unsaved.keep'),
    leave: t('unsaved.leave'),
  },
});

/**
 * Lets a save end before its page is left. Then it is stored and the way goes on, or the page stays
 * and shows why it was refused. A form that the person was asked about may also be saved meanwhile.
 * @param isAsked whether the person is asked, as there was something unsaved from the beginning
 * @returns whether it takes long
 */
function useSaved(leaving: Blocker, isAsked: RefObject<boolean>): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (leaving.state !== 'blocked') return;
    const begun = performance.now();
    const timer = setInterval(() => {
      const isOver = firstUnsaved() ? !isAsked.current : !isUnderWay();
      if (isOver) clearInterval(timer);
      if (isOver) (firstUnsaved() ? leaving.reset : leaving.proceed)();
      else if (performance.now() - begun > patience) setSlow(true);
    }, look);
    return () => {
      clearInterval(timer);
      setSlow(false);
    };
  }, [leaving, isAsked]);
  return isSlow;
}
