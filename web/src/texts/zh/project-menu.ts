import type { projectMenu as english } from '../en/project-menu.ts';

export const projectMenu: Record<keyof typeof english, string> = {
  findProject: '按名称或 ID 查找项目',
  findAnyProject: '按项目、所有者或 ID 查找',
  noProjectFound: '没有匹配的项目。',
  newestProjects: '以上为最新项目。搜索以查找其他项目。',
};
