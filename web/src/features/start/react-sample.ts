import { quoted } from '../playground/operations.ts';

/** Names in the sample; `apiKey` is null until one is made. */
export interface ReactSample {
  origin: string;
  projectId: string;
  storage: { id: string; storageKey: string };
  apiKey: string | null;
}

/** @returns the whole of an app that adds records of a storage and shows them live: src/App.tsx of a new Vite project */
export function reactSampleOf({ origin, projectId, storage, apiKey }: ReactSample): string {
  // Each press adds another one, and a username is taken once.
  const record = storage.storageKey === 'users' ? "{ username: 'ada-' + Date.now(), password: 'quiet-Harbour-27' }" : "{ title: 'Hello' }";
  return `// npm create vite@latest app -- --template react-ts && cd app
// npm i ${origin}/client.tgz ${origin}/react.tgz
// src/App.tsx, which npm run dev shows:
import { createClient } from '@bedplate/client';
import { BedplateProvider, liveSync, useList, useMutation } from '@bedplate/react';

const app = {
  endpoint: ${quoted(origin)},
  projectId: ${quoted(projectId)},
  apiKey: ${apiKey === null ? 'import.meta.env.VITE_BEDPLATE_API_KEY' : quoted(apiKey)},
};
const live = liveSync(app);
const storage = createClient(app).storage(${quoted(storage.storageKey)}, ${quoted(storage.id)});

export default function App() {
  return (
    <BedplateProvider live={live}>
      <Records />
    </BedplateProvider>
  );
}

function Records() {
  const { data, error } = useList(storage);
  const { create, isPending, error: refused } = useMutation(storage);
  const problem = error ?? refused;
  return (
    <main>
      <button disabled={isPending} onClick={() => create(${record}).catch(() => {})}>
        Add a record
      </button>
      {problem && <p role="alert">{problem.message}</p>}
      <ul>
        {data?.map((record) => (
          <li key={record.id}>{JSON.stringify(record)}</li>
        ))}
      </ul>
    </main>
  );
}`;
}
