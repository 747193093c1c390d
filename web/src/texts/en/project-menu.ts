export const projectMenu = {
  findProject: 'Find a project by name or ID',
  findAnyProject: 'Find by project, owner or ID',
  noProjectFound: 'No project matches.',
  newestProjects: 'These are the newest. Search for others.',
};
