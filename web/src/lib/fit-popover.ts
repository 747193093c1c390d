/**
 * A popover finds its place when it opens. One whose content is still on its way would grow beyond the
 * window: as a ref of that content, this makes the popover find its place again, as it does when the
 * window gets another size.
 */
export function fitPopover(content: HTMLElement | null): (() => void) | undefined {
  if (!content) return;
  const sizes = new ResizeObserver(() => window.dispatchEvent(new Event('resize')));
  sizes.observe(content);
  return () => sizes.disconnect();
}
