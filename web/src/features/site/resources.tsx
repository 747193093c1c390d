import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';

const cards = [
  { key: 'contact', path: paths.contact() },
  { key: 'docs', path: paths.documentation() },
] as const;

export function Resources() {
  return (
    <section className="band tinted" aria-labelledby="resources-title">
      <div className="frame">
        <h2 id="resources-title">{t('resources.title')}</h2>
        <ul className="cards two">
          {cards.map(({ key, path }) => (
            <li key={key} className="card">
              <h3>{t(`resources.${key}.title`)}</h3>
              <p>{t(`resources.${key}.text`)}</p>
              <a className="button outlined" href={path}>
                {t(`resources.${key}.link`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
