import { CodeSamples } from '../../components/code-samples.tsx';
import { type Operation, samplesOf, withNamedKey } from './operations.ts';

interface NextCallProps {
  projectId: string;
  operation: Operation;
  /** Unknown while the project has no storage: then the places say what belongs there. */
  storage?: { id: string; storageKey: string } | undefined;
  /** A named key to fill in, which needs no secret beside it. */
  apiKey?: string | null;
}

/** The call that fills an empty page, with this project's ids in it. */
export function NextCall({ projectId, operation, storage = { id: 'STORAGE_ID', storageKey: 'products' }, apiKey = null }: NextCallProps) {
  const place = { storageKey: storage.storageKey, storageId: storage.id };
  const call = { ...place, operation, recordId: '', query: 'limit=5', body: '{ "title": "Hello" }', fieldName: 'photo' };
  const samples = samplesOf(call, projectId, window.location.origin);
  return <CodeSamples samples={apiKey ? withNamedKey(samples, apiKey) : samples} />;
}
