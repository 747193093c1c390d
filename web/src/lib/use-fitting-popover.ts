import type { PopoverActions } from '@mui/material/Popover';
import { type RefCallback, useCallback, useRef } from 'react';

/**
 * A popover finds its place when it opens. One whose content is still on its way would grow beyond the
 * window: it is placed again whenever its size changes.
 * @returns `action` for the popover, and `content` as the ref of an element around all of its content
 */
export function useFittingPopover() {
  const action = useRef<PopoverActions>(null);
  const content: RefCallback<HTMLElement> = useCallback((element) => {
    if (!element) return;
    const sizes = new ResizeObserver(() => action.current?.updatePosition());
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return { action, content };
}
