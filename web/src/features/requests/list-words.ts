import { t, type TextKey } from '../../texts/index.ts';

/** The log's names of plans, where `*` stands for a field. */
const plans: Readonly<Record<string, TextKey>> = {
  'key order': 'plan.key',
  'index of *': 'plan.index',
  'range of *': 'plan.rangeOnly',
  'range of *, sorted': 'plan.range',
  'time of creation, sorted': 'plan.created',
  'beginning of the id': 'plan.id',
  'search, by relevance': 'plan.search',
  'equality merge': 'plan.equal',
  'equality merge in key order': 'plan.equalByKey',
  'equality merge, sorted': 'plan.merge',
  'equality merge, measured': 'plan.measured',
  'everything, sorted': 'plan.everything',
  'trash, sorted': 'plan.trash',
  'live records and trash, sorted': 'plan.withTrash',
  'nothing can match': 'plan.nothing',
};

/** The log's plans that have others in them, or a number. */
const composed: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [/^kept list, (.+)$/, (plan = '') => t('plan.kept', { plan: planText(plan) })],
  [/^(\d+) walks: (.+)$/, (count = '', all = '') => t('plan.walks', { count, plans: all.split('; ').map(planText).join(t('plan.apart')) })],
  [/^(.+), else (.+)$/, (first = '', second = '') => t('plan.else', { first: planText(first), second: planText(second) })],
  [/^(.+), each record checked$/, (plan = '') => t('plan.checked', { plan: planText(plan) })],
  [/^(\d+) ranges? around the place, measured$/, (count = '') => t('plan.places', { count: Number(count) })],
];

/** @returns how a list was found, in the page's language; a plan that this page does not know keeps its name */
export function planText(plan: string): string {
  for (const [form, told] of composed) {
    const parts = form.exec(plan);
    if (parts) return told(...parts.slice(1));
  }
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
