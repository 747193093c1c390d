import type { Services } from '../../services/services.ts';
import { requestChunks } from '../../store/collections.ts';
import { gone, withoutElements } from '../../store/model/values.ts';

const atOnce = 100;

/** Takes a project's lines out of the request log, where they share chunks with those of others. @returns whether none is left */
export async function forgetRequests(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  projectId: string,
  until: number,
): Promise<boolean> {
  for (;;) {
    const { rows } = await store.requestChunks.query({ where: [['projects', 'array-contains', projectId]], select: [], limit: atOnce });
    if (rows.length === 0) return true;
    if (clock() >= until) return false;
    const forgotten = { [`lines.${projectId}`]: gone, projects: withoutElements(projectId) };
    await store.commit(rows.map(({ id }) => requestChunks.update(id, forgotten)));
  }
}
