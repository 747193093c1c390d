import type { CreditForecast } from '@bedplate/contract';
import { t } from '../../texts/index.ts';
import '../../texts/caps.ts';

const hourMillis = 3_600_000;
/** Only a range shorter than this is shown by the clock. */
const exactMillis = 6 * hourMillis;
const weekMillis = 6 * 24 * hourMillis;

/** @returns when the credits end: "Credits end between Wednesday evening and Friday noon." */
export function forecastText({ from, to }: CreditForecast, now: number): string {
  if (to === null) return t('forecast.from', { from: momentText(from, now) });
  if (Date.parse(to) - Date.parse(from) < exactMillis) return t('forecast.between', { from: clockText(from), to: clockText(to) });
  const [begin, end] = [momentText(from, now), momentText(to, now)];
  return begin === end ? t('forecast.on', { at: begin }) : t('forecast.between', { from: begin, to: end });
}

/** A day of this week with its part, else a date. */
function momentText(iso: string, now: number): string {
  const date = new Date(iso);
  const language = document.documentElement.lang || 'en';
  if (date.getTime() - now > weekMillis) return date.toLocaleDateString(language, { day: 'numeric', month: 'long' });
  const day = date.toLocaleDateString(language, { weekday: 'long' });
  return t('forecast.part', { day, part: t(`forecast.${partOf(date.getHours())}`) });
}

function clockText(iso: string): string {
  const language = document.documentElement.lang || 'en';
  return new Date(iso).toLocaleString(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
}

function partOf(hour: number): 'night' | 'morning' | 'noon' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
