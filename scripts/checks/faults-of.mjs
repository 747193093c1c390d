/**
 * Runs inside a page. @returns {string[]} what a designer would not let pass: the page scrolls sideways, a text is cut without an ellipsis,
 * or a control lies under something else. Boxes that scroll by themselves may hide what is in them.
 */
export function faultsOf() {
  const faults = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) faults.push(`scrolls sideways: ${scrollWidth} of ${innerWidth} px`);
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((each) => each.checkVisibility());
  const top = dialogs.at(-1) ?? document.body;
  const name = (element) => `<${element.tagName.toLowerCase()}> ${(element.ariaLabel || element.textContent || '').trim().slice(0, 40)}`;
  const styleOf = (element) => getComputedStyle(element);
  const scrollsItself = (element) => {
    for (let box = element.parentElement; box && box !== top; box = box.parentElement)
      if (/auto|scroll/.test(styleOf(box).overflowX + styleOf(box).overflowY)) return true;
    return false;
  };
  const hidden = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width < 2 || height < 2 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  for (const element of top.querySelectorAll('button, a, h1, h2, h3, label, p, dt, dd, th')) {
    if (hidden(element) || scrollsItself(element) || styleOf(element).overflowX !== 'visible' || styleOf(element).display === 'inline')
      continue;
    if (element.scrollWidth > element.clientWidth + 1) faults.push(`is wider than its box: ${name(element)}`);
  }
  for (const control of top.querySelectorAll('button, a[href], input, select, textarea')) {
    if (hidden(control) || scrollsItself(control) || control.disabled) continue;
    const { x, y, width, height } = control.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    if (at[0] < 0 || at[1] < 0 || at[0] > innerWidth || at[1] > innerHeight) continue;
    const above = document.elementFromPoint(...at);
    if (!above || control.contains(above) || above.contains(control)) continue;
    const label = above.closest('label');
    const sameField =
      control.closest('.MuiFormControl-root, .MuiInputBase-root, label') ===
      above.closest('.MuiFormControl-root, .MuiInputBase-root, label');
    if (label?.contains(control) || (sameField && above.closest('.MuiFormControl-root, .MuiInputBase-root, label'))) continue;
    if (above.closest('header, [class*="MuiAppBar"]') && !control.closest('header')) continue; // scrolled below the sticky header
    faults.push(`lies under ${name(above)}: ${name(control)}`);
  }
  return faults;
}
