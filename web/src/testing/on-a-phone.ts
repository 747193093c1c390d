import { onTestFinished } from 'vitest';

/** The rest of a test has the window of a phone: jsdom has no layout, so the rules of its width are answered here. */
export function onAPhone(): void {
  const before = window.matchMedia;
  window.matchMedia = (media) => ({ ...before(media), matches: media.includes('max-width:639.95px') });
  onTestFinished(() => void (window.matchMedia = before));
}
