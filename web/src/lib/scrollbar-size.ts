let size: { pixels: number; scale: number } | undefined;

/**
 * Pixels that a scrollbar takes from what it scrolls; 0 where scrollbars lie above it. Measured
 * once per scale of the page: an element that is measured makes the browser lay out all that has
 * changed, so ask before drawing.
 */
export function scrollbarSize(): number {
  const scale = window.devicePixelRatio;
  if (size?.scale !== scale) size = { pixels: measured(), scale };
  return size.pixels;
}

function measured(): number {
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;overflow:scroll;width:100px;height:100px;contain:strict';
  document.body.append(probe);
  const pixels = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return pixels;
}
