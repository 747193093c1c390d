import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Loads the code of a page as soon as a link to it is pointed at or focused, so that the click
 * finds it loaded.
 * @returns a function that ends this
 */
export function preloadPages(routes: RouteObject[]): () => void {
  const asked = new Set<string>();
  const follow = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || asked.has(link.pathname) || isSparing()) return;
    asked.add(link.pathname);
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // The click tries again and shows the failure.
      if (typeof route.lazy === 'function') route.lazy().catch(() => asked.delete(link.pathname));
    }
  };
  document.addEventListener('pointerover', follow, { passive: true });
  document.addEventListener('focusin', follow);
  return () => {
    document.removeEventListener('pointerover', follow);
    document.removeEventListener('focusin', follow);
  };
}

/**
 * A browser that is offline would remember the error; one that saves data would pay for pages that
 * are never opened.
 */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !navigator.onLine || connection?.saveData === true;
}
