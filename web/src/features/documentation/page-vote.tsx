import { useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';

/** Asks the reader of a topic whether it was useful, and leads to the form for what should be better. */
export function PageVote({ slug }: { slug: string }) {
  const [told, setTold] = useState<'docs.thanks' | 'docs.notCounted' | null>(null);
  const path = paths.documentation(slug);
  const vote = async (useful: boolean) => {
    const sent = await fetch('/app/documentation/votes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ path, useful }),
    }).catch(() => null);
    setTold(sent?.ok ? 'docs.thanks' : 'docs.notCounted');
  };
  return (
    <div className="page-vote">
      <output>{told ? t(told) : t('docs.useful')}</output>
      {told === null &&
        ([true, false] as const).map((useful) => (
          <button key={String(useful)} type="button" className="button outlined" onClick={() => void vote(useful)}>
            {t(useful ? 'docs.yes' : 'docs.no')}
          </button>
        ))}
      <a href={`${paths.contact()}?about=${encodeURIComponent(path)}`}>{t('docs.suggest')}</a>
    </div>
  );
}
