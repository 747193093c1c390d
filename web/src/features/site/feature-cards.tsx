import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { Picture } from './picture.tsx';

const cards = [
  { key: 'apis', picture: 'endpoints' },
  { key: 'live', picture: 'data-view' },
  { key: 'auth', picture: 'users-view' },
  { key: 'roles', picture: 'users' },
  { key: 'analytics', picture: 'project-home' },
  { key: 'softDelete', picture: 'create-storage' },
] as const;

export function FeatureCards() {
  return (
    <section className="band frame" aria-labelledby="features-title">
      <h2 id="features-title">{t('features.title')}</h2>
      <p className="lead">{t('features.text')}</p>
      <ul className="cards three">
        {cards.map(({ key, picture }) => (
          <li key={key} className="card">
            <div className={`crop crop-${picture}`}>
              <Picture name={picture} alt="" />
            </div>
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
      <a className="button primary large center" href={paths.register()}>
        {t('features.link')}
      </a>
    </section>
  );
}
