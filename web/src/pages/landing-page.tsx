import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../lib/navigation/paths.ts';
import { FeatureCards } from '../features/site/feature-cards.tsx';
import { Differences } from '../features/site/differences.tsx';
import { Hero } from '../features/site/hero.tsx';
import { LiveDemo } from '../features/site/live-demo.tsx';
import { Pricing } from '../features/site/pricing.tsx';
import { Resources } from '../features/site/resources.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { Slideshow } from '../features/site/slideshow.tsx';
import { Tutorial, useScrolled } from '../features/site/tutorial.tsx';

export function LandingPage() {
  const [scrolled, reveal] = useScrolled();
  const tutorial = useRef<HTMLElement>(null);
  const watch = () => {
    flushSync(reveal); // at the top of the page the section is not there yet
    tutorial.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <SitePage current={paths.home()}>
      <Hero onWatch={watch} />
      <FeatureCards />
      <LiveDemo />
      <Slideshow />
      {scrolled && <Tutorial section={tutorial} />}
      <Differences />
      <Pricing />
      <Resources />
    </SitePage>
  );
}
