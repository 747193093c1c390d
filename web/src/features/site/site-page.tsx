import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { SiteLogo } from './brand.tsx';
import type { ReactNode } from 'react';
import { SiteHeader } from './site-header.tsx';
import { SiteMaintenance } from './site-maintenance.tsx';

/** The frame of a public page. */
export function SitePage({ current, children }: { current: string; children: ReactNode }) {
  return (
    <>
      <SiteMaintenance />
      <SiteHeader current={current} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  );
}

function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="frame">
        <SiteLogo beta />
        <a href={`mailto:${t('footer.mail')}`}>{t('footer.mail')}</a>
        <a href={paths.terms()}>{t('footer.terms')}</a>
        <span>{t('footer.copyright')}</span>
        <span>{t('footer.language')}</span>
        <span>{t('footer.credit')}</span>
      </div>
    </footer>
  );
}
