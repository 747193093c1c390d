import { t } from '../../texts/public.ts';
import { SiteLogo } from './brand.tsx';

export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="frame">
        <SiteLogo beta />
        <a href={`mailto:${t('footer.mail')}`}>{t('footer.mail')}</a>
        <span>{t('footer.copyright')}</span>
        <span>{t('footer.language')}</span>
        <span>{t('footer.credit')}</span>
      </div>
    </footer>
  );
}
