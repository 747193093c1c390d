const key = 'startedProjects';

/** Projects that are known in this browser to have records, or whose first steps were put away: nothing is read for them again. */
export function isStarted(projectId: string): boolean {
  return (localStorage.getItem(key) ?? '').split(' ').includes(projectId);
}

export function setStarted(projectId: string): void {
  if (!isStarted(projectId)) localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${projectId}`.trim());
}
