const key = 'wishedPlan';
/** A registration, its mail and the first login fit into it. */
const lifetime = 24 * 3_600_000;

/** Keeps the plan that a visitor chose on the site until the person is signed in. */
export function rememberWishedPlan(id: string): void {
  localStorage.setItem(key, JSON.stringify({ id, until: Date.now() + lifetime }));
}

/** @returns the plan of the last day's choice, once; null when there is none */
export function takeWishedPlan(): string | null {
  const stored = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (!stored) return null;
  try {
    const { id, until } = JSON.parse(stored) as { id?: unknown; until?: unknown }; // checked in the next line
    return typeof id === 'string' && typeof until === 'number' && until > Date.now() ? id : null;
  } catch {
    return null;
  }
}
