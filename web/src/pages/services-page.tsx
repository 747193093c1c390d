import { paths } from '../lib/navigation/paths.ts';
import { CutText } from '../features/site/cut-text.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { t } from '../texts/public.ts';

const blocks = ['docs', 'baas', 'support'] as const;

export function ServicesPage() {
  return (
    <SitePage current={paths.services()}>
      <section className="band frame narrow">
        <h1>{t('servicesPage.title')}</h1>
        <p className="lead">{t('servicesPage.text')}</p>
        <ol className="steps">
          {blocks.map((block) => (
            <li key={block} className="card">
              <span className="chip badge">{t(`servicesPage.${block}.badge`)}</span>
              <h2>{t(`servicesPage.${block}.title`)}</h2>
              <CutText text={t(`servicesPage.${block}.text`)} />
              <ul className="tags">
                {t(`servicesPage.${block}.tags`)
                  .split(',')
                  .map((tag) => (
                    <li key={tag} className="chip">
                      {tag}
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
    </SitePage>
  );
}
