import { NewProject, ProjectChange, can, limits, messages, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { archiveProject } from '../../domain/projects/archive.ts';
import { findProject } from '../../domain/callers/find-project.ts';
import { createProject, listCollaborators, listProjects, projectOut, updateProject } from '../../domain/projects/projects.ts';
import { allProjects } from '../../domain/office/all-projects.ts';
import { handle } from '../../http/handle.ts';
import { ProjectPath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const ProjectList = z.object(paging(pageSizes.projects, limits.listLimit));

export function projectRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/projects': {
      get: handle(may('projects.list', 'tenants.read'), { query: ProjectList }, ({ caller, query }) =>
        can(caller.role, 'tenants.read') ? allProjects(services, caller, query) : listProjects(services, caller, query),
      ),
      post: handle(may('projects.write'), { body: NewProject, status: 201 }, async ({ caller, body }) => ({
        message: messages.projectCreated,
        data: await createProject(services, caller, body),
      })),
    },
    '/projects/:projectId': {
      get: handle(may('project.home', 'tenants.read'), { params: ProjectPath }, async ({ caller, params }) => {
        const { id, data } = await findProject(services, caller, params.projectId);
        return { data: projectOut(id, data) };
      }),
      put: handle(may('projects.write'), { params: ProjectPath, body: ProjectChange }, async ({ caller, params, body }) => ({
        message: messages.projectUpdated,
        data: await updateProject(services, { caller, projectId: params.projectId, input: body }),
      })),
      delete: handle(may('projects.write'), { params: ProjectPath }, async ({ caller, params }) => {
        await archiveProject(services, caller, params.projectId);
        return { message: messages.projectDeleted };
      }),
    },
    '/projects/:projectId/collaborators': {
      get: handle(may('users.manage'), { params: ProjectPath }, async ({ caller, params }) => ({
        data: await listCollaborators(services, caller, params.projectId),
      })),
    },
  });
}
