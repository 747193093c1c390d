/** GET /app/project/{id}/archivedStorages: one row. */
export interface ArchivedStorage {
  id: string;
  originalId: string;
  projectId: string;
  userId: string;
  storageName: string;
  storageKey: string;
  isSoftDelete: boolean;
  originalCreatedAt: string;
  /** When it was archived. */
  createdAt: string;
}

/** GET /app/archivedProjects: one row. */
export interface ArchivedProject {
  id: string;
  originalId: string;
  userId: string;
  projectName: string;
  projectDescription: string;
  originalCreatedAt: string;
  originalUpdatedAt: string;
  /** When it was archived. */
  createdAt: string;
}
