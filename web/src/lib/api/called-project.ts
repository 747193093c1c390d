/**
 * The project whose request log has the line of a call that is refused: the one that the call names, else the one whose page makes it. The
 * server learns it by the header `X-Project-ID`.
 * @param path after `/app` @returns the id as it stands in an address; null for a call about the account as a whole
 */
export function calledProject(path: string, query: { readonly [name: string]: unknown } | undefined): string | null {
  const [, named] = /^\/projects?\/([^/?]+)/.exec(path) ?? [];
  if (named) return named;
  const asked = query?.['projectId'];
  return typeof asked === 'string' && asked !== ''
    ? encodeURIComponent(asked)
    : (/^\/project\/([\w-]+)\//.exec(location.pathname)?.[1] ?? null);
}
