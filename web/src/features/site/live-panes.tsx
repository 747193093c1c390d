import type { SiteDemo } from '@bedplate/contract';
import { demoFields } from './demo-fields.ts';
import { useState } from 'react';
import { t } from '../../texts/live-demo.ts';
import { loadClient } from './load-client.ts';
import { type DemoRecord, useDemoRecords } from './use-demo-records.ts';

/** Left a call is sent, right it arrives: by the REST API and LiveSync that every project has. */
export function LivePanes({ demo }: { demo: SiteDemo }) {
  const { records, state, news } = useDemoRecords(demo);
  const [sent, setSent] = useState<{ id: string; at: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = records.find(({ id }) => id === sent?.id) ?? records[0];
  const send = async ({ id }: DemoRecord) => {
    setSent({ id, at: performance.now() });
    setFailure(null);
    const { storageKey, storageId, projectId, apiKey } = demo;
    try {
      const { createClient } = await loadClient();
      const storage = createClient({ endpoint: window.location.origin, projectId, apiKey, retries: 0 }).storage(storageKey, storageId);
      await storage.update(id, { [demoFields.count]: { $increment: 1 } });
    } catch (cause) {
      const isBusy = (cause as { status?: unknown }).status === 429; // a `BedplateError`
      setFailure(t(isBusy ? 'liveDemo.busy' : 'liveDemo.failed'));
    }
  };
  const took = sent && news?.id === sent.id && news.at > sent.at ? Math.round(news.at - sent.at) : null;
  return (
    <div className="panes">
      <div className="pane">
        <h3>{t('liveDemo.send')}</h3>
        <pre>
          {`PUT /api/${demo.storageKey}/${demo.storageId.slice(0, 6)}…/dataId/${chosen?.id.slice(0, 6) ?? ''}…\n\n`}
          {JSON.stringify({ [demoFields.count]: { $increment: 1 } })}
        </pre>
        <div className="buttons">
          {records.map((record) => (
            <button key={record.id} type="button" className="button outlined" onClick={() => void send(record)}>
              {t('liveDemo.sell', { name: record.name })}
            </button>
          ))}
        </div>
        <output>{failure}</output>
      </div>
      <div className="pane">
        <h3>{t('liveDemo.arrive')}</h3>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('liveDemo.name')}</th>
              <th scope="col">{t('liveDemo.count')}</th>
            </tr>
          </thead>
          <tbody>
            {records.map(({ id, name, count }) => (
              <tr key={id} className={news?.id === id ? 'changed' : undefined}>
                <td>{name}</td>
                <td key={count}>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <output>{state !== 'live' ? t('liveDemo.connecting') : took === null ? t('liveDemo.open') : t('liveDemo.took', { took })}</output>
      </div>
    </div>
  );
}
