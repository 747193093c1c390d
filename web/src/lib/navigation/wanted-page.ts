import { useLocation } from 'react-router-dom';

/**
 * @param hasEnded whether somebody was signed in there until now
 * @returns the state that a guard passes to the login: the page that it leads away from
 */
export const wanting = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }, hasEnded: boolean) => ({
  wanted: `${pathname}${search}${hash}`,
  hasEnded,
});

/** The state that the login passes to the page that it leads to. */
export const afterLogin = { afterLogin: true };

/**
 * @returns the page of the console that somebody asked for before the login, null when they came to
 * log in
 */
export function useWantedPage(): string | null {
  const { wanted } = useGivenState();
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : null;
}

/**
 * @returns whether the login has led here: the pages before this one belong to no signed-in person
 */
export const useIsAfterLogin = (): boolean => useGivenState().afterLogin === true;

/** @returns whether the end of a session has led to this login */
export const useHasEnded = (): boolean => useGivenState().hasEnded === true;

function useGivenState(): { wanted?: unknown; hasEnded?: unknown; afterLogin?: unknown } {
  const { state } = useLocation() as { state: object | null }; // kept by the browser
  return state ?? {};
}
