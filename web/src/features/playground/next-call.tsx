import { CodeSamples } from '../../components/code-samples.tsx';
import type { StorageSchema } from '@bedplate/contract';
import { type ApiCall, type Operation, samplesOf } from './operations.ts';
import { bodyOf, sampleRecord } from './sample-record.ts';

type Place = Pick<ApiCall, 'storageKey'> & { id: string };

interface NextCallProps {
  projectId: string;
  operation: Operation;
  /** Unknown while the project has no storage: then the places say what belongs there. */
  storage?: Place | undefined;
}

/** The call that fills an empty page, with this project's ids in it. */
export function NextCall({ projectId, operation, storage = { id: 'STORAGE_ID', storageKey: 'products' } }: NextCallProps) {
  return <CodeSamples samples={samplesOf(callOf(operation, storage), projectId, window.location.origin)} />;
}

/** A record that is longer is laid out over lines. */
const longestLine = 60;

/** @returns a call to show, with a record that the storage takes, as far as its schema is known */
export function callOf(operation: Operation, { id, storageKey }: Place, schema: StorageSchema | null = null): ApiCall {
  const record = sampleRecord(storageKey, schema);
  const line = JSON.stringify(record, null, 1).replace(/\n */g, ' ');
  const body = line.length > longestLine ? bodyOf(record) : line;
  return { storageKey, storageId: id, operation, recordId: '', query: 'limit=5', body, fieldName: 'photo' };
}
