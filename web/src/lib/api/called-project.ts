/**
 * The project whose request log has the line of a call that is refused: the one that the call names, else the one whose page makes it. The
 * server learns it by the header `X-Project-ID`.
 * @param path after `/app` @returns the id; null for a call about the account as a whole
 */
export function calledProject(path: string, query: { readonly [name: string]: unknown } | undefined): string | null {
  const places = `${path}?/project/${query?.['projectId'] ?? ''}${location.pathname}`;
  return /\/projects?\/([\w-]+)[/?]/.exec(places)?.[1] ?? null;
}
