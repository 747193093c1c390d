import { AppMailTrial, AppMailsVersion } from '@bedplate/contract';
import type { Router } from 'express';
import { previewUserMail, saveUserMails, sendTestMail, userMails } from '../../domain/storages/user-mails.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { StoragePath } from '../../validation/inputs.ts';

/** The mails to the app users of a storage. */
export function userMailRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/mails';
  const trial = { params: StoragePath, body: AppMailTrial } as const;
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await userMails(services, caller, params),
      })),
      put: handle(may('storages.write'), { params: StoragePath, body: AppMailsVersion }, async ({ caller, params, body }) => ({
        data: await saveUserMails(services, caller, { path: params, wanted: body }),
      })),
    },
    [`${path}/preview`]: {
      post: handle(may('storages.write'), trial, async ({ caller, params, body }) => ({
        data: await previewUserMail(services, caller, { path: params, trial: body }),
      })),
    },
    [`${path}/test`]: {
      post: handle(may('storages.write'), trial, async ({ caller, params, body }) => ({
        data: await sendTestMail(services, caller, { path: params, trial: body }),
      })),
    },
  });
}
