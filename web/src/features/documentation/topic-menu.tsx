import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../texts/public.ts';
import { MenuIcon } from '../site/icons.tsx';
import { menuGroups } from './topic-list.ts';

/** The left menu; on small screens a panel that slides in. */
export function TopicMenu({ slug }: { slug: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button outlined small topics-button"
        aria-expanded={open}
        aria-controls="topics"
        onClick={() => setOpen(!open)}
      >
        <MenuIcon open={open} />
        {t('docs.openMenu')}
      </button>
      {open && <div className="backdrop" onClick={() => setOpen(false)} />}
      {/* Escape closes the panel wherever the focus is in it. */}
      <nav
        id="topics"
        className={open ? 'topics open' : 'topics'}
        aria-label={t('docs.menu')}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        {menuGroups.map(({ text, topics }) => (
          <div key={text} role="group" aria-label={t(text)}>
            <h2>{t(text)}</h2>
            <ul>
              {topics.map((topic) => (
                <li key={topic.slug}>
                  <a href={paths.documentation(topic.slug)} aria-current={topic.slug === slug ? 'page' : undefined}>
                    {topic.menu}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
