import { type RefObject, useEffect, useState } from 'react';
import { t } from '../../texts/public.ts';

const shownAfter = 100;

/**
 * @returns whether the page has ever been scrolled by more than 100 px, and a function that counts
 * as such
 */
export function useScrolled(): [boolean, () => void] {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (scrolled) return;
    const look = () => window.scrollY > shownAfter && setScrolled(true);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [scrolled]);
  return [scrolled, () => setScrolled(true)];
}

export function Tutorial({ section }: { section: RefObject<HTMLElement | null> }) {
  return (
    <section className="band frame tutorial" id="tutorial" ref={section} aria-labelledby="tutorial-title">
      <h2 id="tutorial-title">{t('tutorial.title')}</h2>
      <p className="lead">{t('tutorial.text')}</p>
      {(['light', 'dark'] as const).map((theme) => (
        <video
          key={theme}
          className={`only-${theme}`}
          controls
          preload="none"
          poster={`/pictures/data-view-${theme}.webp`}
          width="1280"
          height="800"
          playsInline
        >
          <source src={`/tutorial-${theme}.webm`} type="video/webm" />
          <track kind="captions" src={`/tutorial-${theme}.vtt`} srcLang="en" label={t('tutorial.captions')} default />
        </video>
      ))}
    </section>
  );
}
