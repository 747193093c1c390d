import { PlanEnd, Reason, TenantLimitsChange } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { endPlan } from '../../domain/office/end-plan.ts';
import { readAccount, setLimits } from '../../domain/office/office-account.ts';
import { liftSuspension, suspendAccount } from '../../domain/office/suspend.ts';
import { viewAccount } from '../../domain/office/view-account.ts';
import { originOf } from '../../http/client-address.ts';
import { handle } from '../../http/handle.ts';
import { PathId } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const TenantPath = z.object({ tenantId: PathId });

/** Lets staff suspend and reopen an account, set its limits, and look at it. */
export function superadminTenantRoutes(services: Services, { may }: AccountGuards): Router {
  const staff = may('superadmin');
  return routes({
    '/superadmin/tenants/:tenantId': {
      get: handle(staff, { params: TenantPath }, async ({ params }) => ({ data: await readAccount(services, params.tenantId) })),
    },
    '/superadmin/tenants/:tenantId/suspend': {
      post: handle(staff, { params: TenantPath, body: Reason }, async ({ caller, params, body }) => {
        await suspendAccount(services, { caller, tenantId: params.tenantId, reason: body.reason });
        return { message: 'The account has been suspended.' };
      }),
    },
    '/superadmin/tenants/:tenantId/lift': {
      post: handle(staff, { params: TenantPath }, async ({ caller, params }) => {
        await liftSuspension(services, caller, params.tenantId);
        return { message: 'The account is open again.' };
      }),
    },
    '/superadmin/tenants/:tenantId/end-plan': {
      post: handle(staff, { params: TenantPath, body: PlanEnd }, async ({ caller, params, body }) => {
        await endPlan(services, { caller, tenantId: params.tenantId, end: body });
        return { message: 'The plan has been ended.' };
      }),
    },
    '/superadmin/tenants/:tenantId/limits': {
      put: handle(staff, { params: TenantPath, body: TenantLimitsChange }, async ({ caller, params, body }) => {
        await setLimits(services, { caller, tenantId: params.tenantId, limits: body });
        return { message: 'The limits have been changed.' };
      }),
    },
    '/superadmin/tenants/:tenantId/view': {
      post: handle(staff, { params: TenantPath, body: Reason, status: 201 }, async ({ caller, params, body, req }) => {
        const origin = originOf(req);
        const { accessToken, customToken, ...data } = await viewAccount(services, {
          caller,
          tenantId: params.tenantId,
          options: { reason: body.reason, origin },
        });
        return { accessToken, customToken, data: { id: caller.uid, role: 'admin', projectId: null, ...data } };
      }),
    },
  });
}
