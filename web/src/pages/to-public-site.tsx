import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { topicList } from '../features/documentation/topic-list.ts';
import { pageLoad } from '../lib/browser.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The public pages are files of their own: from the console a full load leads there. */
export function ToPublicSite() {
  const { topic } = useParams();
  const { pathname, search, hash } = useLocation();
  const exists = topic === undefined || topicList.some(({ slug }) => slug === topic);
  useEffect(() => {
    if (exists) pageLoad.open(pathname + search + hash);
  }, [exists, pathname, search, hash]);
  return exists ? <PageSkeleton /> : <NotFoundPage />;
}
