import { isRunning, type Maintenance, type SwitchName, switches } from '@bedplate/contract';
import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';

type PlatformServices = Pick<Services, 'platform' | 'clock'>;

/** Of a maintenance without an end: when a program may ask again. */
const unknownEndSeconds = 300;

export async function isOn({ platform }: Pick<Services, 'platform'>, name: SwitchName): Promise<boolean> {
  return (await platform.settings()).switches[name];
}

/** @throws {ApiError} feature-off with the first one's own sentence */
export async function requireOn({ platform }: Pick<Services, 'platform'>, ...names: readonly SwitchName[]): Promise<void> {
  const state = (await platform.settings()).switches;
  const off = names.find((name) => !state[name]);
  if (off) throw new ApiError('feature-off', switches[off].refusal);
}

/** @throws {ApiError} maintenance, with the time until its end, while it refuses changes */
export async function requireWritable({ platform, clock }: PlatformServices): Promise<void> {
  const { maintenance } = await platform.settings();
  if (maintenance?.readOnly && isRunning(maintenance, clock())) throw readOnly(maintenance, clock());
}

function readOnly({ endsAt }: Maintenance, now: number): ApiError {
  const retryAfter = endsAt === null ? unknownEndSeconds : Math.max(1, Math.ceil((Date.parse(endsAt) - now) / 1000));
  return new ApiError('maintenance', say('readOnly'), { retryAfter });
}

/** No record changes: app users sign in and out, end their sessions, and apps begin to listen. A proof that makes a user asks again. */
const changesNothing =
  /^\/livesync\/token$|^\/users\/[^/]+\/(authenticate|refresh|logout|sign-in\/(password|code|link|verify)|sessions(\/[^/]+)?)$/;

/**
 * Refuses a call of the data API to a feature that is off. Reads are always allowed.
 * @param path below /api
 * @throws {ApiError} maintenance, feature-off
 */
export function requireDataApiOpen(services: Services, method: string, path: string): Promise<void> | undefined {
  if (method === 'GET' || method === 'HEAD' || changesNothing.test(path)) return undefined; // at once: most calls
  return requireChangesOpen(services, method, path);
}

async function requireChangesOpen(services: Services, method: string, path: string): Promise<void> {
  await requireWritable(services);
  await requireOn(services, 'dataApiWrites', ...featureOf(method, path));
}

function featureOf(method: string, path: string): SwitchName[] {
  if (method !== 'POST') return [];
  if (/\/(upload|upload-url)$/.test(path)) return ['fileUploads'];
  return path.endsWith('/import') ? ['imports'] : [];
}
