import type { PlatformSettings } from '@bedplate/contract';
import { isPlain } from '../config/process.ts';
import { log } from '../config/log.ts';
import type { Store } from '../store/access.ts';
import type { PlatformDocument } from '../store/documents/documents.ts';
import { unmetered } from '../store/model/meter.ts';
import { settings } from '../store/collections.ts';
import { platformId, settingsOf } from './platform-document.ts';

/** The longest use of cached settings: the listener of an instance without processor time gets no changes. */
const trustMillis = 20_000;

export interface PlatformReader {
  /** The settings from memory: an instance that is in use reads them once in 20 seconds at most, and hears of changes in between. */
  settings(): Promise<PlatformSettings>;
  /** Ends the listener. */
  close(): void;
}

/** Decision 022. @param isOff reads the settings for each request */
export function createPlatformReader(store: () => Store, now: () => number, isOff = isPlain): PlatformReader {
  let known: { settings: PlatformSettings; at: number } | null = null;
  let reading: Promise<PlatformSettings> | null = null;
  let stop: (() => void) | null = null;
  let isClosed = false;
  return {
    async settings() {
      if (!isOff && known && now() - known.at < trustMillis) return known.settings;
      reading ??= unmetered(read).finally(() => (reading = null));
      return reading;
    },
    close() {
      isClosed = true;
      stop?.();
    },
  };

  async function read(): Promise<PlatformSettings> {
    try {
      const row = await store().settings.get(platformId);
      // Its connection takes a while to load, which the request at hand need not wait for.
      if (!isOff) setImmediate(listen);
      return keep(row?.data);
    } catch (error) {
      // Settings that were true a moment ago are better than no answer at all.
      if (!known) throw error;
      log.warn('platform.notRead', {}, error);
      return known.settings;
    }
  }

  /** Settings older than the known ones were overtaken on their way. */
  function keep(stored: PlatformDocument | undefined): PlatformSettings {
    const settings = settingsOf(stored);
    const isNews = (settings.updatedAt ?? '') >= (known?.settings.updatedAt ?? '');
    known = { settings: isNews || !known ? settings : known.settings, at: now() };
    return known.settings;
  }

  function listen(): void {
    if (isClosed) return;
    stop ??= store().listen<PlatformDocument>(
      settings.path(platformId),
      (row) => void keep(row?.data),
      (error) => {
        stop = null;
        log.warn('platform.listener.failed', {}, error);
      },
    );
  }
}
