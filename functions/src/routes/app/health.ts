import type { Router } from 'express';
import { checkNow } from '../../domain/office/health/check-now.ts';
import { readHealth } from '../../domain/office/health/read-health.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

/** Shows staff the platform's health. */
export function healthRoutes(services: Services, guards: AccountGuards): Router {
  const staff = guards.may('superadmin');
  return routes({
    '/superadmin/health': { get: handle(staff, {}, async () => ({ data: await readHealth(services) })) },
    '/superadmin/health/check': {
      post: handle(staff, {}, async ({ caller }) => {
        await checkNow(services, caller);
        return { data: await readHealth(services) };
      }),
    },
  });
}
