import type { ProjectCapsChange, ProjectCapsState } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { notFound } from '../../errors/api-error.ts';
import { projects } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { overStanding } from '../../validation/over-standing.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { endOfPeriod } from './cap-period.ts';
import { projectScope } from './cap-scopes.ts';
import { usedOfCaps } from './used-of-caps.ts';

/** The caps of a project, and what is used of its own. */
export async function projectCaps(services: Services, caller: Caller, projectId: string): Promise<ProjectCapsState> {
  const { data } = await findProject(services, caller, projectId);
  const { project = null, appUser = null } = data.caps ?? {};
  if (!project) return { project, appUser, used: 0, resetsAt: null };
  const name = projectScope(projectId);
  const used = await usedOfCaps(services, [{ name, cap: project }]);
  return { project, appUser, used: used.get(name) ?? 0, resetsAt: new Date(endOfPeriod(project.per, services.clock())).toISOString() };
}

/** Instances hear of it at once: they follow the project's document. */
export async function setProjectCaps(
  services: Services,
  { caller, projectId, caps: { changed, ...given } }: { caller: Caller; projectId: string; caps: ProjectCapsChange },
): Promise<ProjectCapsState> {
  await findProject(services, caller, projectId);
  await services.store.transaction(async (tx) => {
    const before = (await tx.projects.get(projectId))?.data;
    if (!before || before.archivedAt !== null) throw notFound('Project');
    const { project = null, appUser = null } = before.caps ?? {};
    const caps = overStanding(given, { standing: { project, appUser }, changed });
    tx.write(
      projects.update(projectId, { caps, updatedAt: Timestamp.fromMillis(services.clock()) }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Projects',
        activity: 'Update Project',
        kind: 'capsChanged',
        values: { who: caller.name, name: before.name },
      }),
    );
  });
  return projectCaps(services, caller, projectId);
}
