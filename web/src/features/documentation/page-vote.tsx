import { useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';

/** Asks the reader of a topic whether it was useful, and leads to the form for what should be better. */
export function PageVote({ slug }: { slug: string }) {
  const [state, setState] = useState<'asked' | 'sent' | 'thanks' | 'notCounted'>('asked');
  const path = paths.documentation(slug);
  const vote = async (useful: boolean) => {
    setState('sent'); // a second press is no second vote
    const answer = await fetch('/app/documentation/votes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ path, useful }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    setState(answer?.ok ? 'thanks' : 'notCounted');
  };
  const isOpen = state === 'asked' || state === 'sent';
  return (
    <div className="page-vote">
      <output>{t(isOpen ? 'docs.useful' : `docs.${state}`)}</output>
      {isOpen &&
        ([true, false] as const).map((useful) => (
          <button
            key={String(useful)}
            type="button"
            className="button outlined"
            disabled={state === 'sent'}
            onClick={() => void vote(useful)}
          >
            {t(useful ? 'docs.yes' : 'docs.no')}
          </button>
        ))}
      <a href={`${paths.contact()}?about=${encodeURIComponent(path)}`}>{t('docs.suggest')}</a>
    </div>
  );
}
