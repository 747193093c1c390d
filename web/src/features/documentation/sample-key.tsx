import { useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import type { Session } from '../../lib/session/session.ts';
import { t } from '../../texts/own-samples.ts';
import { makeSampleKey } from './make-sample-key.ts';
import { opensOf, useReader } from './reader.tsx';

/** On one press a key in all samples. */
export function SampleKey({ session }: { session: Session }) {
  const { project, named, madeKey, choose } = useReader();
  const [state, setState] = useState<{ is: 'idle' | 'running' } | { is: 'failed'; reason: string }>({ is: 'idle' });
  if (!project || named.length === 0) return null;
  const make = async () => {
    setState({ is: 'running' });
    try {
      choose({ made: { apiKey: await makeSampleKey(session, { projectId: project.id, storages: named }), opens: opensOf(named) } });
      setState({ is: 'idle' });
    } catch (cause) {
      setState({ is: 'failed', reason: cause instanceof Error ? cause.message : String(cause) });
    }
  };
  const names = named.map(({ name }) => name).join(', ');
  return (
    <div className="sample-key">
      {madeKey === null && (
        <button type="button" className="button outlined small" disabled={state.is === 'running'} onClick={() => void make()}>
          {t(state.is === 'running' ? 'docs.makingKey' : 'docs.makeKey')}
        </button>
      )}
      <p aria-live="polite">
        {madeKey === null ? t('docs.keyOffer', { names }) : t('docs.keyMade', { names })}{' '}
        {madeKey !== null && <a href={paths.keys(project.id)}>{t('docs.keys')}</a>}
        {state.is === 'failed' && <strong>{t('docs.keyFailed', { reason: state.reason })}</strong>}
      </p>
    </div>
  );
}
