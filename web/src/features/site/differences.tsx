import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/landing.ts';

/** Each with the page that proves it. */
const cards = [
  { key: 'undo', path: paths.documentation('api', 'history-and-undo') },
  { key: 'why', path: paths.documentation('access-rules', 'why') },
  { key: 'values', path: paths.documentation('values') },
  { key: 'live', path: paths.documentation('real-time-connection') },
  { key: 'cost', path: paths.documentation('keys-and-credits', 'caps') },
  { key: 'schema', path: paths.documentation('fields') },
] as const;

/** Work that other backends leave to the developer. */
export function Differences() {
  return (
    <section className="band frame" aria-labelledby="differences-title">
      <h2 id="differences-title">{t('differences.title')}</h2>
      <p className="lead">{t('differences.text')}</p>
      <ul className="cards three">
        {cards.map(({ key, path }) => (
          <li key={key} className="card">
            <h3>{t(`differences.${key}.title`)}</h3>
            <p>{t(`differences.${key}.text`)}</p>
            <a href={path}>{t(`differences.${key}.link`)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
