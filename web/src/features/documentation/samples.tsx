import { lazy, Suspense, useId } from 'react';
import type { Sample, Tab } from '../../../build/topics/topic.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { t } from '../../texts/public.ts';
import { CheckIcon, CopyIcon } from '../../components/site-icons.tsx';
import { Code } from './code.tsx';
import { useReader } from './reader.tsx';
import { useSampleLanguage } from './sample-language.ts';
import { fillIn, withoutSecret } from './sample-values.ts';

const RunSample = lazy(async () => ({ default: (await import('./run-sample.tsx')).RunSample }));

const names: Record<Tab, string> = { curl: 'curl', fetch: 'fetch', client: 'Client', python: 'Python', php: 'PHP', dart: 'Dart' };

/** The product serves the package. */
const installing = '// npm i {{endpoint}}/client.tgz\n';

/**
 * One call in several languages, with the reader's own values, a copy button and, for reads, a run
 * button.
 */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  const [language, choose] = useSampleLanguage();
  const { values: known, madeKey, storage } = useReader();
  const id = useId();
  const sample = samples.find(({ tab }) => tab === language) ?? samples[0];
  if (!sample) return null;
  // Apps of the guides are made for the account's keys, so the made one stands in single calls only.
  const holdsMade = madeKey !== null && sample.tab !== null && sample.code.includes('{{apiKey}}');
  const text = sample.tab === 'client' ? `${installing}${sample.code}` : sample.code;
  const code = holdsMade ? fillIn(withoutSecret(text), { ...known, apiKey: madeKey }) : fillIn(text, known);
  const inBrowser = (sample.tab === 'fetch' || sample.tab === 'client') && sample.code.includes('{{secretKey}}') && !holdsMade;
  return (
    <div className="sample">
      <div className="sample-bar">
        {sample.tab ? (
          <div role="tablist" aria-label={t('docs.languages')}>
            {samples.map(({ tab }) => (
              <button
                key={tab}
                type="button"
                role="tab"
                id={`${id}-${tab}`}
                aria-selected={tab === sample.tab}
                aria-controls={`${id}-code`}
                onClick={() => tab && choose(tab)}
              >
                {tab && names[tab]}
              </button>
            ))}
          </div>
        ) : (
          <span className="language">{sample.file ?? sample.language}</span>
        )}
        <CopySample code={code} />
      </div>
      <pre
        id={`${id}-code`}
        translate="no"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={0}
        {...(sample.tab ? { role: 'tabpanel', 'aria-labelledby': `${id}-${sample.tab}` } : {})}
      >
        <Code text={code} />
      </pre>
      {inBrowser && (
        <p className="secret-warning">
          {t('docs.secretWarning')} <a href={paths.documentation('installation', 'secretKey')}>{t('docs.secretLink')}</a>
        </p>
      )}
      {sample.tab === 'dart' && <p className="sample-note">{t('docs.dartNote')}</p>}
      {sample.run && storage && (
        <Suspense>
          <RunSample query={sample.run} />
        </Suspense>
      )}
    </div>
  );
}

function CopySample({ code }: { code: string }) {
  const { state, copy } = useCopy();
  const copied = state === 'copied';
  return (
    <button
      type="button"
      className="icon-button copy"
      aria-label={t(copied ? 'docs.copied' : state === 'failed' ? 'docs.notCopied' : 'docs.copy')}
      title={state === 'failed' ? t('docs.notCopied') : undefined}
      data-copied={copied}
      onClick={() => void copy(code)}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  );
}
