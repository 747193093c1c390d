import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { topicList } from './topic-list.ts';

/** Links to the topics before and after. */
export function Neighbours({ slug }: { slug: string }) {
  const at = topicList.findIndex((topic) => topic.slug === slug);
  const previous = topicList[at - 1];
  const next = topicList[at + 1];
  return (
    <div className="neighbours">
      {previous && (
        <a href={paths.documentation(previous.slug)} rel="prev">
          <span>{t('docs.previous')}</span>
          {previous.menu}
        </a>
      )}
      {next && (
        <a href={paths.documentation(next.slug)} rel="next" className="next">
          <span>{t('docs.next')}</span>
          {next.menu}
        </a>
      )}
    </div>
  );
}
