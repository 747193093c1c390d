import { lazy, Suspense } from 'react';
import type { Topic } from '../../build/topics/topic.ts';
import { paths } from '../lib/navigation/paths.ts';
import { Neighbours } from '../features/documentation/neighbours.tsx';
import { Outline } from '../features/documentation/outline.tsx';
import { PageVote } from '../features/documentation/page-vote.tsx';
import { ReaderProvider, useReader } from '../features/documentation/reader.tsx';
import { TopicMenu } from '../features/documentation/topic-menu.tsx';
import { TopicSearch } from '../features/documentation/topic-search.tsx';
import { TopicView } from '../features/documentation/topic-view.tsx';
import { SessionButtons } from '../features/site/session-buttons.tsx';
import { SitePage } from '../features/site/site-page.tsx';
import { t } from '../texts/public.ts';

const ChooseStorage = lazy(async () => ({ default: (await import('../features/documentation/choose-storage.tsx')).ChooseStorage }));

export function DocumentationPage({ topic }: { topic: Topic }) {
  return (
    <SitePage current={paths.documentation(topic.slug)}>
      <ReaderProvider>
        <div className="documentation">
          <TopicMenu slug={topic.slug} />
          <article className="topic">
            <div className="topic-bar">
              <TopicSearch />
              <div className="buttons">
                <SessionButtons signUp={t('register')} />
              </div>
            </div>
            <OwnStorage />
            <TopicView topic={topic} />
            <PageVote slug={topic.slug} />
            <Neighbours slug={topic.slug} />
          </article>
          <Outline sections={topic.sections} />
        </div>
      </ReaderProvider>
    </SitePage>
  );
}

function OwnStorage() {
  if (!useReader().project) return null;
  return (
    <Suspense>
      <ChooseStorage />
    </Suspense>
  );
}
