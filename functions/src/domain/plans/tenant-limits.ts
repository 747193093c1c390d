import { planLimits, type TenantLimits } from '@bedplate/contract';
import type { TenantDocument } from '../../store/documents/documents.ts';

type Limited = Pick<TenantDocument, 'plan' | 'limits'>;

/** What an account may have: its own limits where staff have set some, else its plan's. */
export function limitsOf({ plan, limits }: Limited): Omit<Record<keyof TenantLimits, number>, 'requestsPerMinute'> {
  const { projects, storagesPerProject, members } = planLimits[plan.tier];
  return {
    projects: limits?.projects ?? projects,
    storagesPerProject: limits?.storagesPerProject ?? storagesPerProject,
    members: limits?.members ?? members,
    creditsPerMonth: limits?.creditsPerMonth ?? plan.usageLimit,
  };
}

/** @returns for a message: who sets the limit that is reached */
export function limitedBy({ plan, limits }: Limited, name: keyof TenantLimits): string {
  return limits?.[name] == null ? `The ${plan.tier} plan` : 'This account';
}
