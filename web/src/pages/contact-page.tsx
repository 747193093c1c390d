import { paths } from '../lib/navigation/paths.ts';
import { SiteLogo } from '../features/site/brand.tsx';
import { ContactForm } from '../features/site/contact-form.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { t } from '../texts/public.ts';

export function ContactPage() {
  return (
    <SitePage current={paths.contact()}>
      <section className="band frame slim">
        <SiteLogo />
        <h1>{t('contact.title')}</h1>
        <p className="lead">{t('contact.text')}</p>
        <ContactForm />
        <a href={paths.home()}>{t('contact.home')}</a>
      </section>
    </SitePage>
  );
}
