/** Which storage a screen shows. */
export interface StorageRef {
  projectId: string;
  storageId: string;
}

/** @returns the path of a storage's calls, below /app */
export function storagePathOf({ projectId, storageId }: StorageRef): string {
  return `/project/${encodeURIComponent(projectId)}/dataStorages/${encodeURIComponent(storageId)}`;
}
