import type { Pagination, Project, ProjectDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { projectOut } from '../projects/projects.ts';
import { projects } from './lists/accounts.ts';
import { listPage } from './lists/list-page.ts';
import { officeList } from './lists/office-list.ts';

const shownAsToOwners = officeList<ProjectDocument<Timestamp>, Project>({
  ...projects,
  show: async (_, rows) => rows.map(({ id, data }) => projectOut(id, data)),
});

/** Active projects of all accounts as their owners see them, newest first. @throws {ApiError} invalid-argument for a page too far to skip to */
export function allProjects(
  services: Services,
  caller: Caller,
  page: { page: number; limit: number },
): Promise<{ data: Project[]; pagination: Pagination }> {
  return listPage(services, shownAsToOwners, { caller, query: { ...page, sortOrder: 'DESC' } });
}
