import { useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { MenuIcon } from '../../components/site-icons.tsx';
import { menuGroups } from './topic-list.ts';

/** The left menu; on small screens a panel that slides in. */
export function TopicMenu({ slug }: { slug: string }) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  useEscape(open, () => setOpen(false));
  // The menu is longer than a window: it opens where the topic stands. The page itself stays where it is.
  useEffect(() => {
    const link = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) menu.current?.scrollTo(0, link.offsetTop - menu.current.clientHeight / 2);
  }, []);
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
      {open && <button type="button" className="backdrop" aria-label={t('menu.close')} onClick={() => setOpen(false)} />}
      <nav ref={menu} id="topics" className={open ? 'topics open' : 'topics'} aria-label={t('docs.menu')}>
        {menuGroups.map(({ text, topics }) => (
          <section key={text} aria-label={t(text)}>
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
          </section>
        ))}
      </nav>
    </>
  );
}

function useEscape(active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => event.key === 'Escape' && close();
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
