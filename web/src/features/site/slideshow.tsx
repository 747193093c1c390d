import { useSyncExternalStore } from 'react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { PauseIcon, PlayIcon } from '../../components/site-icons.tsx';
import { Picture } from './picture.tsx';
import { useHeld } from './use-held.ts';

const slides = [
  { picture: 'endpoints', text: 'services.endpoints' },
  { picture: 'data-storage', text: 'services.storage' },
  { picture: 'sandbox', text: 'services.sandbox' },
] as const;

const slideInterval = 4000;

/**
 * Three screens of the product. It pauses while it has the pointer or the focus, and for people who
 * prefer less motion.
 */
export function Slideshow() {
  const [at, setAt] = useState(0);
  const area = useRef<HTMLElement>(null);
  const held = useHeld(area);
  const [paused, setPaused] = useState(false);
  const still = useReducedMotion();
  const running = !held && !paused && !still;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setAt((at + 1) % slides.length), slideInterval);
    return () => clearTimeout(timer);
  }, [at, running]);
  return (
    <section className="band tinted" aria-labelledby="services-title">
      <div className="frame">
        <h2 id="services-title">{t('services.title')}</h2>
        <p className="lead">{t('services.text')}</p>
        <section ref={area} className="slides" aria-roledescription="carousel" aria-label={t('services.slides')}>
          <div className="stage" aria-live={running ? 'off' : 'polite'}>
            {slides.map(({ picture, text }, n) => (
              <figure key={picture} className={n === at ? 'slide shown' : 'slide'} aria-hidden={n !== at} data-slide={picture}>
                <Picture name={picture} alt={t(text)} />
                <figcaption>{t(text)}</figcaption>
              </figure>
            ))}
          </div>
          <div className="dots">
            {slides.map(({ picture, text }, n) => (
              <button
                key={picture}
                type="button"
                className="dot"
                aria-label={t('services.show', { n: n + 1, name: t(text) })}
                aria-current={n === at}
                onClick={() => setAt(n)}
              />
            ))}
            <button
              type="button"
              className="icon-button"
              aria-label={t(paused ? 'services.play' : 'services.pause')}
              onClick={() => setPaused(!paused)}
            >
              {paused ? <PlayIcon /> : <PauseIcon />}
            </button>
          </div>
        </section>
        <a className="button outlined large center" href={paths.documentation()}>
          {t('services.link')}
        </a>
      </div>
    </section>
  );
}

const query = '(prefers-reduced-motion: reduce)';

/** @returns whether the person asks for less motion */
function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
