import type { Backup } from '@bedplate/contract';
import { expect, vi } from 'vitest';
import { call, mustCall } from './call.ts';

/** Makes a backup of a project. The nightly one may just be making it: that one does as well. @returns its id */
export async function aBackup(projectId: string, token: string): Promise<string> {
  const path = `/app/project/${projectId}/backups`;
  const { status, body } = await call<{ data?: { id: string } }>({ method: 'POST', path, token });
  if (status < 300 && body.data) return body.data.id;
  expect(status).toBe(409);
  const newest = async () => {
    const [made] = (await mustCall<{ data: Backup[] }>({ path, token })).data;
    if (!made) throw new Error('The nightly backup is not there yet.');
    return made.id;
  };
  return vi.waitFor(newest, { timeout: 60_000, interval: 500 });
}
