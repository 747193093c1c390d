import type { JobKind } from '../jobs/job-kind.ts';
import { finishArming } from '../schema/finish-arming.ts';

/** Ends the arming of a schema, for an owner who does not wait for it. The input's `version` is that of the schema. */
export const armSchemaKind: JobKind = {
  async page(services, storage, job) {
    const state = await finishArming(services, storage.id, Number(job.data.input.version));
    if (state === 'arming') throw new Error('Some instances may not know the schema yet.'); // the clock of this one is behind
    return { seen: 0, changed: 0, kept: 0, next: null };
  },
};
