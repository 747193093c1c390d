import type { SwitchName } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { requireOn, requireWritable } from './require-on.ts';

/** Sent by POST, and no record changes: app users sign in and out, and apps begin to listen. */
const changesNothing = /^\/livesync\/token$|^\/users\/[^/]+\/(authenticate|refresh|logout)$/;

/**
 * Holds a call of the data API to what is switched on. A read asks for nothing.
 * @param path below /api
 * @throws {ApiError} maintenance, feature-off
 */
export async function requireDataApiOpen(services: Services, method: string, path: string): Promise<void> {
  if (method === 'GET' || method === 'HEAD' || changesNothing.test(path)) return;
  await requireWritable(services);
  await requireOn(services, 'dataApiWrites', ...featureOf(method, path));
}

function featureOf(method: string, path: string): SwitchName[] {
  if (method !== 'POST') return [];
  if (/\/(upload|upload-url)$/.test(path)) return ['fileUploads'];
  return path.endsWith('/import') ? ['imports'] : [];
}
