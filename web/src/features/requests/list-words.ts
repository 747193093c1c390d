import { t, type TextKey } from '../../texts/index.ts';

/** The log's names of plans, where `*` stands for a field. */
const plans: Readonly<Record<string, TextKey>> = {
  'index of *': 'plan.index',
  'range of *, sorted': 'plan.range',
  'time of creation, sorted': 'plan.created',
  'beginning of the id': 'plan.id',
  'search, by relevance': 'plan.search',
  'equality merge, sorted': 'plan.merge',
  'equality merge, each record checked': 'plan.checked',
  'equality merge, measured': 'plan.measured',
  'everything, sorted': 'plan.everything',
  'nothing can match': 'plan.nothing',
};
const kept = 'kept list, ';

/** @returns how a list was found, in the page's language; a plan that this page does not know keeps its name */
export function planText(plan: string): string {
  if (plan.startsWith(kept)) return t('plan.kept', { plan: planText(plan.slice(kept.length)) });
  const field = /^(?:index|range) of (.+?)(?:, sorted)?$/.exec(plan)?.[1] ?? '';
  const key = plans[field ? plan.replace(` ${field}`, ' *') : plan];
  return key ? t(key, { field }) : plan;
}

/** @returns what a list asked for, such as 'status =, sort createdAt', in the page's language */
export function asksText(asks: string): string {
  return asks.split(', ').map(partText).join(t('asks.apart'));
}

function partText(part: string): string {
  if (part.startsWith('sort ')) return t('asks.sort', { fields: part.slice('sort '.length) });
  return part === 'search' || part === 'page' ? t(`asks.${part}`) : part;
}
