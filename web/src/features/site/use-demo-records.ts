import type { LiveState, LiveSync } from '@bedplate/client';
import type { SiteDemo } from '@bedplate/contract';
import { demoFields } from './demo-fields.ts';
import { useEffect, useState } from 'react';
import { loadClient } from './load-client.ts';

export interface DemoRecord {
  id: string;
  name: string;
  count: number;
}

interface DemoRecords {
  /** By name. */
  records: readonly DemoRecord[];
  state: LiveState | 'connecting';
  /** The last change that arrived, and when, as `performance.now()` counts. */
  news: { id: string; at: number } | null;
}

const shown = 4;

/** Follows the records of the demo as an app does: a list, and then each change. */
export function useDemoRecords({ projectId, storageKey, storageId, apiKey }: SiteDemo): DemoRecords {
  const [records, setRecords] = useState<readonly DemoRecord[]>([]);
  const [state, setState] = useState<DemoRecords['state']>('connecting');
  const [news, setNews] = useState<DemoRecords['news']>(null);
  useEffect(() => {
    let live: LiveSync | undefined;
    let ended = false;
    const warn = (cause: unknown) => console.warn('The live demo was interrupted.', cause);
    const follow = async () => {
      const { createClient, createLiveSync } = await loadClient();
      if (ended) return;
      const access = { endpoint: window.location.origin, projectId, apiKey };
      const storage = createClient(access).storage(storageKey, storageId);
      live = createLiveSync({
        ...access,
        storageId,
        async fetch() {
          const { data } = await storage.list({ limit: shown });
          setRecords(data.map(demoRecord).sort((a, b) => (a.name < b.name ? -1 : 1)));
        },
        onState: setState,
        onChange(event) {
          if (event.type !== 'update' && event.type !== 'create') return; // a young record may arrive as new
          setNews({ id: event.id, at: performance.now() });
          setRecords((before) => before.map((record) => (record.id === event.id ? demoRecord(event.record) : record)));
        },
        onError: warn,
      });
    };
    void follow().catch((cause: unknown) => {
      warn(cause);
      setState('offline');
    });
    return () => {
      ended = true;
      live?.close();
    };
  }, [projectId, storageKey, storageId, apiKey]);
  return { records, state, news };
}

function demoRecord(record: { id: string; [field: string]: unknown }): DemoRecord {
  const { [demoFields.name]: name, [demoFields.count]: count } = record;
  return { id: record.id, name: typeof name === 'string' ? name : record.id, count: Number(count) || 0 }; // integers come as texts
}
