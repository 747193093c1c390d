import { isRunning } from '@bedplate/contract/maintenance-time';
import type { PublicPlatform } from '@bedplate/contract';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../time/clock.ts';
import { freshConfig, publicConfig } from './public-config.ts';

const pollMillis = 30_000;

/** The state of the platform at this moment. `isRunning`: the maintenance has begun. */
export interface PlatformNow extends PublicPlatform {
  isRunning: boolean;
}

let known: PlatformNow | null = null;
const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/**
 * Followed while it is used and the page is looked at: each half minute, and when one comes back to
 * it. Null until it is known.
 */
export function usePlatform(): PlatformNow | null {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
  };
}

function follow(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void read();
  };
  look();
  const timer = setInterval(look, pollMillis);
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}

async function read(): Promise<void> {
  try {
    const { platform } = await (known ? freshConfig() : publicConfig());
    const next = { ...platform, isRunning: platform.maintenance !== null && isRunning(platform.maintenance, serverNow()) };
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    known = next;
    for (const listener of listeners) listener();
  } catch (cause) {
    console.warn('The state of the platform could not be read.', cause); // the last state stays
  }
}
