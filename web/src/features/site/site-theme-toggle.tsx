import { useEffect, useState } from 'react';
import { t } from '../../texts/public.ts';
import { MoonIcon, SunIcon } from './icons.tsx';

/** Switches between light and dark; the choice is the console's too (local storage key `theme`). */
export function SiteThemeToggle() {
  const [dark, setDark] = useState(false);
  useEffect(() => setDark(document.documentElement.dataset.theme === 'dark'), []);
  const toggle = () => {
    const theme = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
    setDark(!dark);
  };
  return (
    <button type="button" className="icon-button theme-button" aria-label={t(dark ? 'theme.toLight' : 'theme.toDark')} onClick={toggle}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}
