/** @returns whether the page makes the browser ask, as it does when a tab is closed or reloaded */
export function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
