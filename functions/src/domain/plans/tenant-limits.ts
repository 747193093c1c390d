import { planLimits, type TenantLimits, type Text } from '@bedplate/contract';
import type { SentenceKey } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';

type Limited = Pick<TenantDocument, 'plan' | 'limits'>;

/** The limits of an account: its own where staff have set some, else its plan's. */
export function limitsOf({ plan, limits }: Limited): Omit<Record<keyof TenantLimits, number>, 'requestsPerMinute'> {
  const { projects, storagesPerProject, members } = planLimits[plan.tier];
  return {
    projects: limits?.projects ?? projects,
    storagesPerProject: limits?.storagesPerProject ?? storagesPerProject,
    members: limits?.members ?? members,
    creditsPerMonth: limits?.creditsPerMonth ?? plan.usageLimit,
  };
}

/** @returns the sentence that a limit of the plan, or of the account, is reached */
export function limitReached(
  { plan, limits }: Limited,
  name: 'projects' | 'storagesPerProject' | 'members',
  max: number,
): Text<SentenceKey> {
  const limit = `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<typeof name>;
  return limits?.[name] == null ? say(`plan${limit}`, { tier: plan.tier, max }) : say(`account${limit}`, { max });
}
