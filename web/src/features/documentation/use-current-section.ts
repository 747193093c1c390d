import { useEffect, useState } from 'react';

/** Pixels below the window's top at which a section counts as reached. */
const outlineOffset = 120;

/** @returns the id of the section that is scrolled to; at the page's end the one that a link has led to, or the last one */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState(ids[0] ?? null);
  useEffect(() => {
    const look = () => {
      const reached = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= outlineOffset,
      );
      const { scrollHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      setCurrent((atEnd ? (askedFor(ids, reached) ?? ids.at(-1)) : reached.at(-1)) ?? ids[0] ?? null);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    window.addEventListener('hashchange', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      window.removeEventListener('hashchange', look);
    };
  }, [ids]);
  return current;
}

/** The last sections cannot reach the window's top: the address shows which of those is meant. */
function askedFor(ids: readonly string[], reached: readonly string[]): string | undefined {
  const id = decodeURIComponent(window.location.hash.slice(1));
  return ids.slice(Math.max(0, reached.length - 1)).find((each) => each === id);
}
