import { subscribe } from 'node:diagnostics_channel';

/**
 * Preloaded into firebase-tools: its Hosting answers an address that cannot be decoded with a plain 500, and one with a part that
 * begins with a dot (its `**` passes over those) with an HTML 404, before any function sees it. Such a part is encoded once more,
 * so that the function gets it as text and answers in its own words. A whole URL, as a client sends it that takes us for a proxy, loses
 * its origin: firebase-tools takes that for a part of the path. A part that is too long for the name of a file, which ends in a plain 404,
 * is no page and no id of ours.
 */
subscribe('http.server.request.start', ({ request }) => {
  request.url = request.url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const [base = ''] = /^\/(app|api)(?=\/)/.exec(request.url) ?? [];
  if (/^[^?]*\/[^/?]{256}|^[^?]{3000}/.test(request.url)) request.url = `${base}/too-long`;
  if (!base) return;
  const [path, ...query] = request.url.split('?');
  const readable = path.split('/').map((part) => (isReadable(part) ? part : encodeURIComponent(part).replaceAll('.', '%252E')));
  request.url = [readable.join('/'), ...query].join('?');
});

function isReadable(part) {
  try {
    return !decodeURIComponent(part).startsWith('.');
  } catch {
    return false;
  }
}
