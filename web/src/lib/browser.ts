/**
 * Full page loads, after which nothing in memory survives: leaves for `address`, or reads this page
 * again. Tests replace both.
 */
export const pageLoad = {
  open: (address: string): void => window.location.assign(address),
  reload: (): void => window.location.reload(),
};

/** @returns whether the browser's Back leads to another page of this site */
export function canGoBack(): boolean {
  // Navigation API: its entries are those of this origin only, unlike history.length.
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  if (navigation) return navigation.canGoBack;
  const state = window.history.state as { idx?: number } | null; // written by the router
  return (state?.idx ?? 0) > 0;
}
