import { PlatformChange, type PlatformSettings, SiteDemoChange } from '@bedplate/contract';
import type { Router } from 'express';
import { changeDemo, changePlatform, readPlatform } from '../../domain/office/change-platform.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

/** Lets staff switch features off and announce a maintenance. */
export function superadminPlatformRoutes(services: Services, { may }: AccountGuards): Router {
  const staff = may('superadmin');
  return routes({
    '/superadmin/platform': {
      get: handle(staff, {}, async () => ({ data: await readPlatform(services) })),
      put: handle(staff, { body: PlatformChange }, ({ caller, body }) => told(changePlatform(services, caller, body))),
    },
    '/superadmin/platform/demo': {
      put: handle(staff, { body: SiteDemoChange }, ({ caller, body }) => told(changeDemo(services, caller, body))),
    },
  });
}

async function told(change: Promise<PlatformSettings>) {
  return { message: 'The settings of the platform have been changed.', data: await change };
}
