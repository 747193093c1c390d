import type { BackupContents } from '@bedplate/contract';

/** Names a backup by its minute (UTC): a day may have several, and a copy of the project as it is now has the day alone. */
export function backupFileName({ readTime, project }: Pick<BackupContents, 'readTime' | 'project'>): string {
  const name = project.name.replace(/[/\\:*?"<>|\p{Cc}]+/gu, '_').trim();
  return `${readTime.slice(0, 10)} ${readTime.slice(11, 16).replace(':', '.')} ${name}.zip`;
}
