import { useSyncExternalStore } from 'react';
import type { Tab } from '../../../build/topics/topic.ts';

const key = 'sampleLanguage';
const tabs: readonly Tab[] = ['fetch', 'client', 'python', 'php', 'dart'];
const listeners = new Set<() => void>();

/** The language of all samples: one choice for every topic, remembered. */
export function useSampleLanguage(): [Tab, (tab: Tab) => void] {
  const tab = useSyncExternalStore(subscribe, stored, () => 'curl' as const);
  return [tab, choose];
}

function choose(tab: Tab): void {
  localStorage.setItem(key, tab);
  for (const listener of listeners) listener();
}

function stored(): Tab {
  const tab = localStorage.getItem(key);
  return tabs.find((known) => known === tab) ?? 'curl';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
