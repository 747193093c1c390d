import { t } from '../../../texts/index.ts';

/** Words of ours among the names of pages, browsers and systems, as the counters of visits spell them. */
const known = {
  human: 'office.human',
  bot: 'office.bot',
  unknown: 'office.unknown',
  other: 'office.other',
  Other: 'office.other',
  desktop: 'office.desktop',
  mobile: 'office.mobile',
  tablet: 'office.tablet',
} as const;

/** @returns a word in the page's language; a name as it is */
export function visitWord(name: string): string {
  return Object.hasOwn(known, name) ? t(known[name as keyof typeof known]) : name; // checked just now
}
