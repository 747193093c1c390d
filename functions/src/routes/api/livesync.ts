import { LiveSyncRequest } from '@bedplate/contract';
import type { Router } from 'express';
import type { ApiServices } from './api-services.ts';
import { liveSyncToken } from '../../domain/livesync/livesync-token.ts';
import { handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import { guarded, identifyCaller, paidCall } from './guards.ts';
import { onlyParameters } from './storage-call.ts';

/** Gives an app the token to follow storages live. */
export function liveSyncRoutes(services: ApiServices): Router {
  return routes({
    '/livesync/token': {
      post: handle(guarded(services, [identifyCaller, ...paidCall]), { body: LiveSyncRequest }, ({ caller, body, req }) => {
        onlyParameters(req, 'a token', []);
        return liveSyncToken(services, caller, body.storageKeys);
      }),
    },
  });
}
