import { usage } from '../../store/collections.ts';

export function usagePath(tenantId: string, at: number): string {
  return usage.path(`${tenantId}_${monthOf(at)}`);
}

export function monthOf(at: number): string {
  return dateOf(at).slice(0, 7).replace('-', '');
}

export function dayOf(at: number): string {
  return dateOf(at).slice(8, 10);
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}
