import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Where the components' styles are kept. Those of the linked first styles count as made: most of
 * what a page's first drawing needs is then read by the browser as one file, and not put together
 * rule by rule while the page is drawn.
 */
export function styleCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  const link = document.querySelector<HTMLLinkElement>('link[data-emotion]');
  if (!link) return cache;
  for (const name of link.dataset.emotion?.split(' ').slice(1) ?? []) cache.inserted[name] = true;
  // Global styles go before the first sheet and new ones behind the last. It is only ever asked for
  // its place, as a style would be.
  cache.sheet.tags.push(link as Element as HTMLStyleElement);
  return cache;
}
