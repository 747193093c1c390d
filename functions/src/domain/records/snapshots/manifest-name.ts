/** @returns the name of a backup's list of its objects, within the folder */
export const manifestName = (backupId: string) => `${backupId}/manifest.json`;
