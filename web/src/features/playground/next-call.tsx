import { CodeSamples } from '../../components/code-samples.tsx';
import { type ApiCall, exampleOf, type Operation, samplesOf } from './operations.ts';

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

/** @returns a call to show, with something small to send */
export function callOf(operation: Operation, { id, storageKey }: Place): ApiCall {
  const body = JSON.stringify(exampleOf(storageKey), null, 1).replace(/\n */g, ' ');
  return { storageKey, storageId: id, operation, recordId: '', query: 'limit=5', body, fieldName: 'photo' };
}
