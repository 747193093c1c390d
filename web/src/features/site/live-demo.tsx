import type { SiteDemo } from '@bedplate/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { publicConfig } from '../../lib/platform/public-config.ts';
import { t } from '../../texts/landing.ts';

const LivePanes = lazy(async () => ({ default: (await import('./live-panes.tsx')).LivePanes }));

/** A storage that every visitor changes and follows. It is there where staff have set one up, and begins when it comes into sight. Decision 120. */
export function LiveDemo() {
  const [demo, setDemo] = useState<SiteDemo | null>(null);
  const [isSeen, setSeen] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    publicConfig().then(
      (config) => setDemo(config.demo ?? null),
      () => undefined, // the page says nothing about what it could not learn
    );
  }, []);
  useEffect(() => {
    if (!demo || !section.current) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '200px' });
    sight.observe(section.current);
    return () => sight.disconnect();
  }, [demo]);
  if (!demo) return null;
  return (
    <section className="band frame live-demo" ref={section} aria-labelledby="live-demo-title">
      <h2 id="live-demo-title">{t('liveDemo.title')}</h2>
      <p className="lead">{t('liveDemo.text')}</p>
      <Suspense fallback={<div className="panes" />}>{isSeen ? <LivePanes demo={demo} /> : <div className="panes" />}</Suspense>
    </section>
  );
}
