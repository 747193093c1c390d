import { useSyncExternalStore } from 'react';
import { t } from '../../texts/public.ts';
import { MoonIcon, SunIcon } from '../../components/site-icons.tsx';

/** Switches between light and dark; the choice is the console's too (local storage key `theme`). */
export function SiteThemeToggle() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return (
    <button
      type="button"
      className="icon-button theme-button"
      aria-label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      onClick={() => choose(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}

function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

function choose(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem('theme', theme);
}

/** The attribute is set by color-scheme.js before the first paint, and by `choose`. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
