import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Keeps the platform's body parsers off requests to /app, /api and /stripe/webhook, so that our own code reads, limits and refuses bodies.
 *
 * The Functions Framework and the emulator's runtime run body-parser before the function and answer malformed JSON with an
 * HTML page. Both look only at Content-Length and Transfer-Encoding to see whether there is a body; hiding these leaves the
 * stream unread. An address that is not valid percent-encoding fails in their router the same way, so its `%` is escaped.
 * `req.rawBody` is therefore absent: read the request as a stream (see read-json.ts).
 */
export function ownRequests(): void {
  subscribe('http.server.request.start', (message) => own((message as { request: IncomingMessage }).request)); // shape documented by Node
}

export function own(request: IncomingMessage): void {
  if (!/^\/(app|api|stripe\/webhook)(\/|\?|$)/.test(request.url ?? '')) return;
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  request.url = decodable(request.url ?? '/');
}

function decodable(url: string): string {
  const path = url.split('?', 1)[0] ?? '/';
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
