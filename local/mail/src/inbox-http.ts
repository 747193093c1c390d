import type { IncomingMessage, ServerResponse } from 'node:http';
import { inboxPage, mailPage } from './inbox-page.ts';
import type { Mailbox } from './mailbox.ts';

const maxWaitMillis = 60_000;

/** `GET /`, `GET /mail/{id}`, `GET /api/email?to=&wait=`, `DELETE /api/email`. */
export function inboxHandler(mailbox: Mailbox): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    request.resume();
    const target = `http://localhost${request.url ?? '/'}`;
    const url = new URL(URL.canParse(target) ? target : 'http://localhost/invalid');
    const to = url.searchParams.get('to') ?? undefined;
    const wait = Math.min(maxWaitMillis, Number(url.searchParams.get('wait') ?? 0) || 0);
    const route = `${request.method} ${url.pathname}`;
    if (route === 'GET /api/email') void mailbox.waitFor(to, wait).then((mails) => answerJson(response, mails));
    else if (route === 'DELETE /api/email') {
      mailbox.clear();
      response.writeHead(204).end();
    } else if (route === 'GET /') answerPage(response, inboxPage(mailbox.list(to)));
    else {
      const mail = request.method === 'GET' ? mailbox.get(/^\/mail\/([\w-]+)$/.exec(url.pathname)?.[1] ?? '') : undefined;
      if (mail) answerPage(response, mailPage(mail));
      else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not Found\n');
    }
  };
}

function answerJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}

/** Mails are foreign content: scripts and forms in them must not run (the frame is sandboxed as well). */
function answerPage(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'",
      'X-Content-Type-Options': 'nosniff',
    })
    .end(html);
}
