import { paths } from '../lib/navigation/paths.ts';
import { CheckIcon } from '../components/site-icons.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { t } from '../texts/public.ts';

const solutions = ['baas', 'tools', 'support'] as const;
const reasons = ['about.why1', 'about.why2', 'about.why3', 'about.why4'] as const;

export function AboutPage() {
  return (
    <SitePage current={paths.about()}>
      <section className="band frame narrow">
        <h1>{t('about.title')}</h1>
        <p className="lead">{t('about.text')}</p>
      </section>
      <section className="band tinted">
        <div className="frame narrow">
          <h2>{t('about.mission')}</h2>
          <p className="lead">{t('about.mission.text')}</p>
        </div>
      </section>
      <section className="band frame">
        <h2>{t('about.solutions')}</h2>
        <ul className="cards three">
          {solutions.map((key) => (
            <li key={key} className="card">
              <h3>{t(`about.${key}.title`)}</h3>
              <p>{t(`about.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="band frame narrow">
        <h2>{t('about.why')}</h2>
        <ul className="points">
          {reasons.map((reason) => (
            <li key={reason}>
              <CheckIcon />
              {t(reason)}
            </li>
          ))}
        </ul>
      </section>
    </SitePage>
  );
}
