import type { Json, StorageSchema } from '@bedplate/contract';
import { quoted } from '../playground/operations.ts';
import { sampleRecord } from '../playground/sample-record.ts';

/** Names in the sample; `apiKey` is null until one is made. */
export interface ReactSample {
  origin: string;
  projectId: string;
  storage: { id: string; storageKey: string };
  /** Null where it is not known. */
  schema: StorageSchema | null;
  apiKey: string | null;
}

/** @returns the whole of an app that adds records of a storage and shows them live: src/App.tsx of a new Vite project */
export function reactSampleOf({ origin, projectId, storage, schema, apiKey }: ReactSample): string {
  const record = recordCode(storage.storageKey, schema);
  const isLong = record.length > longestLine;
  return `// npm create vite@latest app -- --template react-ts --no-interactive && cd app
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

${isLong ? `const newRecord = () => (${recordCode(storage.storageKey, schema, '\n')});\n\n` : ''}export default function App() {
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
      <button disabled={isPending} onClick={() => create(${isLong ? 'newRecord()' : record}).catch(() => {})}>
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

/** A record that is longer stands above the component. */
const longestLine = 70;

/** @param between '\n' for one field in each line */
function recordCode(storageKey: string, schema: StorageSchema | null, between: ' ' | '\n' = ' '): string {
  const once = new Set(['username', ...(schema?.unique ?? []).flatMap(({ fields }) => fields)]);
  const entries = Object.entries(sampleRecord(storageKey, schema)).map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    return `${key}: ${once.has(name) ? anotherOne(value) : codeOf(value)}`;
  });
  return between === ' ' ? `{ ${entries.join(', ')} }` : `{\n${entries.map((entry) => `  ${entry},`).join('\n')}\n}`;
}

/** Each press adds another record, and a value such as a username is taken once. */
function anotherOne(value: Json): string {
  if (typeof value === 'number') return 'Date.now()';
  if (typeof value !== 'string') return codeOf(value);
  const [name = '', domain] = value.split('@');
  return domain === undefined ? `${quoted(`${value}-`)} + Date.now()` : `${quoted(`${name}-`)} + Date.now() + ${quoted(`@${domain}`)}`;
}

function codeOf(value: Json): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}
