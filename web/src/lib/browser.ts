/** Leaves the page for `address` with a full load, so that nothing in memory survives. Tests replace `open`. */
export const pageLoad = {
  open: (address: string): void => window.location.assign(address),
};

/** @returns whether the browser's Back leads to another page of this site */
export function canGoBack(): boolean {
  // Navigation API: its entries are those of this origin only, unlike history.length.
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  if (navigation) return navigation.canGoBack;
  const state = window.history.state as { idx?: number } | null; // written by the router
  return (state?.idx ?? 0) > 0;
}
