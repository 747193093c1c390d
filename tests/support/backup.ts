import type { Backup } from '@bedplate/contract';
import { expect } from 'vitest';
import { call, mustCall } from './call.ts';

/** Makes a backup of a project. The nightly one may just be making it: that one does as well. @returns its id */
export async function aBackup(projectId: string, token: string): Promise<string> {
  const path = `/app/project/${projectId}/backups`;
  const { status, body } = await call<{ data?: { id: string } }>({ method: 'POST', path, token });
  if (status < 300 && body.data) return body.data.id;
  expect(status).toBe(409);
  const newest = async () => (await mustCall<{ data: Backup[] }>({ path, token })).data[0]?.id ?? '';
  await expect.poll(newest, { timeout: 60_000 }).not.toBe('');
  return newest();
}
