import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer.tsx';
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
