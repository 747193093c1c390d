import type { RequestHandler } from 'express';

/**
 * Gives each address one spelling before anything compares it: routes, guards, switches and scopes then
 * agree on what is called. An encoded letter is that letter (RFC 3986 §6.2.2.2), decoded once: `%2575` is
 * no `u`. Characters with a meaning of their own, such as `%2F`, stay encoded. A slash at the end is none.
 */
export const plainPath: RequestHandler = (req, _res, next) => {
  const start = req.url.indexOf('?');
  const path = start < 0 ? req.url : req.url.slice(0, start);
  if (path.includes('%') || (path.length > 1 && path.endsWith('/'))) {
    req.url = plain(path) + (start < 0 ? '' : req.url.slice(start));
    req.originalUrl = req.url;
  }
  next();
};

function plain(path: string): string {
  const decoded = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
  return decoded.replace(/(?<=[^/])\/$/, '');
}
