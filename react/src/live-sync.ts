import { createLiveSync, type LiveSyncOptions } from '@bedplate/client';
import type { Follow } from './store/live-storages.ts';

/** The right to listen: as `createLiveSync` takes it. */
export type LiveSyncSettings = Pick<LiveSyncOptions, 'endpoint' | 'projectId' | 'token' | 'getToken' | 'apiKey' | 'onError' | 'onState'>;

/**
 * Keeps what the hooks show up to date. An app that does without leaves Firebase out of its bundle.
 * @example <BedplateProvider live={liveSync({ endpoint, projectId, getToken: session.token })}>
 */
export function liveSync(settings: LiveSyncSettings): Follow {
  return (storageId, { since, onChange }) =>
    createLiveSync({ ...settings, storageId, onChange, ...(since ? { since } : { replay: true }) });
}
