import { retentionDays } from '@bedplate/contract/retention';
import { paths } from '../lib/navigation/paths.ts';
import { SitePage } from '../features/site/site-page.tsx';
import { t as ofSite } from '../texts/public.ts';
import { t } from '../texts/terms.ts';

const terms = ['terms.beta', 'terms.yours', 'terms.use', 'terms.paid', 'terms.end'] as const;
const privacy = ['terms.account', 'terms.records', 'terms.messages', 'terms.visits', 'terms.cards', 'terms.delete'] as const;

/** The page that the contact form's consent names: the terms, and what is kept of whom for how long. */
export function TermsPage() {
  return (
    <SitePage current={paths.terms()}>
      <section className="band frame narrow terms">
        <h1>{t('terms.title')}</h1>
        <p className="lead">{t('terms.text')}</p>
        <h2>{t('terms.terms')}</h2>
        {terms.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
        <h2 id="privacy">{t('terms.privacy')}</h2>
        {privacy.map((key) => (
          <p key={key}>{t(key, { days: retentionDays.pageVisits, years: retentionDays.messages / 365 })}</p>
        ))}
        <p>
          {t('terms.ask')} <a href={`mailto:${ofSite('footer.mail')}`}>{ofSite('footer.mail')}</a>
        </p>
      </section>
    </SitePage>
  );
}
