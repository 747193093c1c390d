import { CodeSamples } from '../../components/code-samples.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { callOf } from '../playground/next-call.tsx';
import { samplesOf, withNamedKey } from '../playground/operations.ts';
import { useSampleSchema } from '../playground/sample-schema.ts';
import { reactSampleOf } from './react-sample.ts';

interface FirstCallProps {
  projectId: string;
  storage: { id: string; storageKey: string };
  /** A named key to fill in. A reader who has one from earlier puts it in; neither needs a secret beside it. */
  apiKey: string | null;
}

/** The first record of a project: as a call, and as an app that sends it. It has what the storage requires, so that it passes as it is. */
export function FirstCall({ projectId, storage, apiKey }: FirstCallProps) {
  const { origin } = window.location;
  const { schema, isPending } = useSampleSchema(projectId, storage.id);
  if (isPending) return <LoadingBlock height={200} />;
  const calls = samplesOf(callOf('create', storage, schema), projectId, origin);
  const react = reactSampleOf({ origin, projectId, storage, schema, apiKey });
  return <CodeSamples samples={{ ...withNamedKey(calls, apiKey), react }} />;
}
