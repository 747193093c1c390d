import { useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { type PublicText, t } from '../../texts/public.ts';
import { SiteLogo } from './brand.tsx';
import { MenuIcon } from '../../components/site-icons.tsx';
import { SessionButtons } from './session-buttons.tsx';
import { SiteThemeToggle } from './site-theme-toggle.tsx';

const links: readonly [PublicText, string][] = [
  ['nav.home', paths.home()],
  ['nav.services', paths.services()],
  ['nav.documentation', paths.documentation()],
  ['nav.about', paths.about()],
  ['nav.contact', paths.contact()],
];

/** @param props.current the address of the page, whose link is marked */
export function SiteHeader({ current }: { current: string }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="site-header">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div className="frame">
        <a href={paths.home()} aria-label={t('logo')} className="logo-link">
          <SiteLogo beta />
        </a>
        <nav id="site-links" aria-label={t('navigation')} className={open ? 'links open' : 'links'}>
          {links.map(([text, path]) => (
            <a key={path} href={path} aria-current={isCurrent(current, path) ? 'page' : undefined}>
              {t(text)}
            </a>
          ))}
        </nav>
        <div className="actions">
          <SiteThemeToggle />
          <SessionButtons />
          <button
            type="button"
            className="icon-button menu-button"
            aria-label={t(open ? 'menu.close' : 'menu.open')}
            aria-expanded={open}
            aria-controls="site-links"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon open={open} />
          </button>
        </div>
      </div>
    </header>
  );
}

function isCurrent(current: string, path: string): boolean {
  return current === path || (path !== '/' && current.startsWith(`${path}/`));
}
