import { type PublicText, t } from '../../texts/public.ts';

/** A plan as GET /api/subscriptions/premium-products lists it. */
export interface Plan {
  id?: string;
  name: string;
  price: number;
  tier: string | null;
  usageLimit: number;
  interval?: string | null;
  mostChosen?: boolean;
}

export interface PlanCard {
  key: string;
  /** Whose limits the server grants. */
  tier: keyof typeof planNumbers;
  /** US dollars. */
  price: number;
  isMonthly: boolean;
  /** Credits a month. */
  credits: number;
  /** Of a plan that is for sale. */
  planId: string | null;
  title: string;
  cost: string;
  interval: string;
  description: string;
  benefits: { text: string; soon?: boolean }[];
  button: string;
  special: boolean;
}

/**
 * As in the contract, which carries a validator that public pages do not load; a test compares
 * them.
 */
export const planNumbers = {
  free: { projects: 2, storagesPerProject: 15, members: 25, fileGibibytes: 1, requestLogDays: 3, backupDays: 7 },
  pro: { projects: 20, storagesPerProject: 100, members: 100, fileGibibytes: 25, requestLogDays: 30, backupDays: 14 },
  scale: { projects: 50, storagesPerProject: 200, members: 250, fileGibibytes: 100, requestLogDays: 30, backupDays: 30 },
  enterprise: { projects: 100, storagesPerProject: 500, members: 500, fileGibibytes: 500, requestLogDays: 30, backupDays: 90 },
} as const;
export const freeCredits = 30_000;

export const freeCard: PlanCard = {
  key: 'free',
  tier: 'free',
  price: 0,
  isMonthly: true,
  credits: freeCredits,
  planId: null,
  title: t('pricing.free'),
  cost: '$0',
  interval: t('pricing.month'),
  description: t('pricing.free.description'),
  benefits: [
    ...numbers('free', freeCredits),
    ...(['pricing.softDelete', 'pricing.roles', 'pricing.analytics'] as const).map((text) => ({ text: t(text) })),
  ],
  button: t('pricing.free.button'),
  special: false,
};

export function cardOf(plan: Plan): PlanCard {
  const tier = plan.tier === 'pro' || plan.tier === 'scale' ? plan.tier : 'enterprise';
  // A plan of an unknown tier has the words of the largest, and the numbers that the server grants it.
  const granted = tier === 'enterprise' && plan.tier !== 'enterprise' ? 'pro' : tier;
  return {
    key: `${tier}/${plan.name}/${plan.price}/${plan.interval ?? ''}`,
    tier: granted,
    price: plan.price,
    isMonthly: plan.interval === 'month',
    credits: plan.usageLimit,
    planId: plan.id ?? null,
    title: plan.name,
    cost: costOf(plan.price),
    interval: plan.interval ?? '',
    description: t(`pricing.${tier}.description`),
    benefits: [...numbers(granted, plan.usageLimit), ...extras[granted]],
    button: t('pricing.unlock', { name: plan.name }),
    special: plan.mostChosen === true,
  };
}

/** Whole dollars; cents only if there are some. */
export function costOf(price: number): string {
  return `$${Number.isInteger(price) ? price.toLocaleString('en-US') : price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function numbers(tier: keyof typeof planNumbers, credits: number): PlanCard['benefits'] {
  const { projects, storagesPerProject } = planNumbers[tier];
  return [line('pricing.credits', credits), line('pricing.projects', projects), line('pricing.storages', storagesPerProject)];
}

function line(key: PublicText, count: number): { text: string } {
  return { text: t(key, { count: count.toLocaleString('en-US') }) };
}

const extras: Record<'pro' | 'scale' | 'enterprise', PlanCard['benefits']> = {
  pro: [{ text: t('pricing.inFree') }, { text: t('pricing.cloud'), soon: true }],
  scale: [{ text: t('pricing.inPro') }],
  enterprise: [{ text: t('pricing.inScale') }],
};
