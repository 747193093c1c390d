/** Matches document paths such as `users/{id}/posts/{rest=**}`. */
export type PathPattern = (path: string) => boolean;

/** @param value literal segments, `{name}`, `{name=*}` or `{name=**}` */
export function pathPattern(value: string): PathPattern {
  const source = value
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map((segment) => {
      if (/^\{[^}]*=\*\*\}$/.test(segment)) return '.+';
      if (/^\{[^}]*\}$/.test(segment)) return '[^/]+';
      return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.test(path);
}
