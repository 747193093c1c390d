import { useMemo } from 'react';
import type { Section } from '../../../build/topics/topic.ts';
import { t } from '../../texts/public.ts';
import { useCurrentSection } from './use-current-section.ts';

/**
 * The numbered outline of a topic. Links scroll smoothly by the page's styles, and change the
 * address.
 */
export function Outline({ sections }: { sections: readonly Section[] }) {
  const ids = useMemo(() => sections.map(({ id }) => id), [sections]);
  const current = useCurrentSection(ids);
  return (
    <nav className="outline" aria-label={t('docs.onThisPage')}>
      <h2>{t('docs.onThisPage')}</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
      <button type="button" className="link" onClick={() => window.scrollTo({ top: 0 })}>
        {t('docs.backToTop')}
      </button>
    </nav>
  );
}
