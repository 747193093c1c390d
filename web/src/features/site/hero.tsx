import { paths } from '../../lib/navigation/paths.ts';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/public.ts';
import { CheckIcon, PlayIcon } from '../../components/site-icons.tsx';
import { Picture } from './picture.tsx';

const points = ['hero.point1', 'hero.point2', 'hero.point3'] as const;
const request = `$ curl https://…/api/products/0RkW… \\
    -H "X-API-Key: …" -H "X-Secret-Key: …" \\
    -H "X-Project-ID: …" \\
    --json '{"name":"Trail lamp","price":39}'
`;

export function Hero({ onWatch }: { onWatch: () => void }) {
  const session = useSession();
  return (
    <section className="hero frame" aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title">{t('hero.title')}</h1>
        <p className="lead">{t('hero.text')}</p>
        <ul className="points">
          {points.map((point) => (
            <li key={point}>
              <CheckIcon />
              {t(point)}
            </li>
          ))}
        </ul>
        <div className="buttons">
          <a className="button primary large" href={session ? roleHome(session) : paths.register()}>
            {t(session ? 'dashboard' : 'hero.signUp')}
          </a>
          <button type="button" className="button outlined large" onClick={onWatch}>
            <PlayIcon />
            {t('hero.watch')}
          </button>
        </div>
      </div>
      <div className="hero-picture">
        <Picture name="data-view" alt={t('hero.picture')} first />
        <pre aria-hidden="true">
          {request}
          <span>201 Data added successfully</span>
        </pre>
      </div>
    </section>
  );
}
