import { listParameters, nearParameter } from './near-parameter.ts';

/**
 * @returns the parameter that asks for a field: its name, or `filter[name]` where the name is that of a parameter, or one that the server
 * would take for a misspelt one, and where it has an operator in it or a space at its ends
 */
export function filterName(field: string): string {
  return needsBrackets(field) ? `filter[${field}]` : field;
}

function needsBrackets(field: string): boolean {
  return (
    field === '_' ||
    field === 'rank' || // rank=relevance is an order
    field === 'near' || // near=52.52,13.405,5km is a condition and an order
    /[<>=~!]|^\s|\s$/.test(field) ||
    (listParameters as readonly string[]).includes(field) ||
    nearParameter(field) !== undefined ||
    /^(?:dry[_-]?run|all|permanent)$/i.test(field) // parameters of a change by filter
  );
}
