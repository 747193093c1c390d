import type { LiveSyncAnswer } from '@bedplate/contract/livesync-answer';
import type { CallOptions, Transport } from '../transport/transport.ts';

/** Allows a browser to listen to some storages until `expiresAt`. */
export type LiveSyncToken = Omit<LiveSyncAnswer, 'success'>;

export interface LiveSyncResource {
  /**
   * Requests a token for these storages, by key or by id. Give it to `createLiveSync` in the
   * browser.
   * @example app.get('/livesync-token', async (_, res) => res.json(await bedplate.livesync.token(['orders'])));
   * @throws {BedplateError} `not-found` for a storage of another project
   */
  token(storages: readonly string[], options?: CallOptions): Promise<LiveSyncToken>;
}

export function livesyncResource(transport: Transport): LiveSyncResource {
  return {
    token: (storageKeys, options) =>
      transport.send({ method: 'POST', path: '/livesync/token', body: { storageKeys }, safe: true, options }),
  };
}
