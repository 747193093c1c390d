import { paths } from '../lib/navigation/paths.ts';
import { CutText } from '../features/site/cut-text.tsx';
import { Picture } from '../features/site/picture.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { t } from '../texts/services.ts';

/** Each with a screen of the product. */
const blocks = [
  ['docs', 'documentation'],
  ['baas', 'endpoints'],
  ['support', 'feedback'],
] as const;

export function ServicesPage() {
  return (
    <SitePage current={paths.services()}>
      <section className="band frame narrow">
        <h1>{t('servicesPage.title')}</h1>
        <p className="lead">{t('servicesPage.text')}</p>
        <ol className="steps">
          {blocks.map(([block, picture]) => (
            <li key={block} className="card">
              <span className="chip badge">{t(`servicesPage.${block}.badge`)}</span>
              <h2>{t(`servicesPage.${block}.title`)}</h2>
              <CutText text={t(`servicesPage.${block}.text`)} />
              <Picture name={picture} alt={t(`servicesPage.${block}.picture`)} />
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
