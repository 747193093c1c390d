import type { Page } from 'playwright-core';

/** More Tab presses than any page has stops. */
const pressesMax = 400;

/**
 * Walks once through the page with Tab.
 * @param walked names of menus and headers that were walked before; the walk begins after those that are there again, and notes new ones
 * @returns what a mouse can use and the keyboard cannot, and stops without a mark that shows where one is
 */
export async function unreachable(page: Page, walked?: Set<string>): Promise<string[]> {
  const around = walked ? await page.evaluate(actionsAround) : '';
  const isKnown = walked?.has(around) ?? false;
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' }); // some marks come little by little
  await page.evaluate(nameActions, isKnown ? 'main *' : 'body *');
  await page.evaluate(startAt, isKnown ? 'main' : 'body');
  const seen = new Set<string>();
  const unmarked = new Set<string>();
  let last: string | null = null;
  for (let presses = 0; presses < pressesMax; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(currentStop);
    if (stop.name === null) break; // past the last one: the browser's own buttons
    if (seen.has(stop.name) && stop.name !== last) break; // a field of a date and a time has a stop for each of its parts
    last = stop.name;
    seen.add(stop.name);
    if (!stop.isMarked) unmarked.add(stop.what);
  }
  const missed = await page.evaluate(missedActions, [...seen]);
  walked?.add(around);
  const { pathname } = new URL(page.url());
  return [
    ...missed.map((what) => `${pathname}: not reached with Tab: ${what}`),
    ...[...unmarked].map((what) => `${pathname}: no mark of focus: ${what}`),
  ];
}

/** In the page: everything that can be used around its main part, and is shown. */
function actionsAround(): string {
  return [...document.querySelectorAll('a, button, input, select, textarea, [tabindex], [role]')]
    .filter((one) => !one.closest('main') && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} ${one.getAttribute('tabindex')}`)
    .join('\n');
}

/** In the page: Tab goes on from the last element that had the focus, also after it has lost it. */
function startAt(selector: string): void {
  const start = document.querySelector<HTMLElement>(selector) ?? document.body;
  const before = start.getAttribute('tabindex');
  start.tabIndex = -1;
  start.focus();
  if (before === null) start.removeAttribute('tabindex');
  else start.setAttribute('tabindex', before);
}

/** In the page: gives each thing that a mouse can use a name. */
function nameActions(within: string): void {
  const actions =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=link], [role=checkbox], [role=switch], [role=tab], [role=combobox], [role=slider]';
  for (const [n, element] of [...document.querySelectorAll(within)].entries()) {
    const isPointed =
      getComputedStyle(element).cursor === 'pointer' && getComputedStyle(element.parentElement ?? element).cursor !== 'pointer';
    if (element.matches(actions) || isPointed) element.setAttribute('data-walk', String(n));
  }
}

/** In the page: where the focus is, and whether one sees it. */
function currentStop(): { name: string | null; what: string; isMarked: boolean } {
  const at = document.activeElement;
  if (!at || at === document.body) return { name: null, what: '', isMarked: true };
  if (!at.hasAttribute('data-walk')) at.setAttribute('data-walk', `stop-${document.querySelectorAll('[data-walk]').length}`);
  // Several fields of one frame, such as those of a card, have its mark.
  const frames = [...(at.closest('fieldset')?.querySelectorAll('div') ?? [])].filter((one) => one.contains(at));
  const marks = [at, ...frames, ...(at.parentElement ? [at.parentElement] : []), ...at.querySelectorAll('*')].slice(0, 40).some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  // The frame of a field is drawn otherwise, which its colour shows.
  const isMarked = marks || at.closest('.Mui-focused') !== null;
  return { name: at.getAttribute('data-walk'), what: at.outerHTML.slice(0, 160), isMarked };
}

/** In the page: what was named, can be seen and used, and was not among the stops. */
function missedActions(seen: string[]): string[] {
  const composite =
    '[role=grid], [role=radiogroup], [role=tablist], [role=menu], [role=listbox], [role=toolbar], .MuiToggleButtonGroup-root';
  const wasSeen = (element: Element | null) => element !== null && seen.includes(element.getAttribute('data-walk') ?? '');
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility() && // what a closed <details> holds has a place, but is not drawn
      width > 1 &&
      height > 1 &&
      getComputedStyle(element).visibility === 'visible' &&
      element.closest('[aria-hidden=true], [inert]') === null
    );
  };
  const missed: string[] = [];
  for (const element of document.querySelectorAll('[data-walk]')) {
    if (wasSeen(element) || !isShown(element)) continue;
    if (element.matches(':disabled, [aria-disabled=true], [tabindex="-1"]:not(a, button, input, [role])')) continue;
    const inside = [...element.querySelectorAll('[data-walk]')];
    // Arrow keys lead through a composite widget once Tab has reached one of its parts.
    const widget = element.closest(composite);
    if (widget && (wasSeen(widget) || [...widget.querySelectorAll('[data-walk]')].some(wasSeen))) continue;
    if (inside.some(wasSeen) || wasSeen(element.closest('a, button, [role=button]'))) continue;
    const label = element.closest('label');
    const labelled = label?.control ?? (label?.querySelector('input, button') as Element | null | undefined);
    if (labelled && (wasSeen(labelled) || labelled.matches(':disabled'))) continue;
    // A decoration in a field leads to the field.
    if (
      [...(element.closest('.MuiInputBase-root')?.querySelectorAll('[data-walk]') ?? [])].some(
        (one) => one !== element && one.matches('input, textarea, [role=combobox]') && wasSeen(one),
      ) &&
      !element.matches('button')
    )
      continue;
    missed.push(element.outerHTML.slice(0, 200));
  }
  return missed;
}
