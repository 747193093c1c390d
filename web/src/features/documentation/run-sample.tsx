import { useState } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/own-samples.ts';
import { PlayIcon } from '../../components/site-icons.tsx';
import { runOnStorage, type RunResult } from './own-data.ts';
import { useReader } from './reader.tsx';

/** Runs a sample that reads, on the signed-in reader's storage. */
export function RunSample({ query }: { query: string }) {
  const session = useSession();
  const { project, storage } = useReader();
  const [result, setResult] = useState<RunResult | 'running' | 'failed' | null>(null);
  if (!session || !project || !storage) return null;
  const run = async () => {
    setResult('running');
    setResult(await runOnStorage(session, { projectId: project.id, storageId: storage.id, query }).catch(() => 'failed' as const));
  };
  return (
    <div className="run">
      <button type="button" className="button outlined small" disabled={result === 'running'} onClick={() => void run()}>
        <PlayIcon />
        {t(result === 'running' ? 'docs.running' : 'docs.run')}
      </button>
      <div aria-live="polite">
        {result === 'failed' && <p>{t('docs.runFailed')}</p>}
        {result && typeof result === 'object' && (
          <>
            <p>
              <strong>{result.status}</strong> · {result.millis} ms · {t('docs.runNote', { name: storage.name })}
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */}
            <pre translate="no" tabIndex={0}>
              {result.text}
            </pre>
          </>
        )}
      </div>
    </div>
  );
}
