import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inboxHandler } from './inbox-http.ts';
import { Mailbox } from './mailbox.ts';
import { createSmtpServer } from './smtp.ts';

export interface InboxOptions {
  readonly host?: string;
  /** Of the page and the JSON API; 0 takes a free one. */
  readonly port?: number;
  readonly smtpPort?: number;
}

export interface RunningInbox {
  readonly url: string;
  readonly smtpPort: number;
  stop(): Promise<void>;
}

/** An SMTP server that delivers nothing and shows everything. */
export async function startInbox({ host = '127.0.0.1', port = 1080, smtpPort = 1025 }: InboxOptions = {}): Promise<RunningInbox> {
  const mailbox = new Mailbox();
  const smtp = createSmtpServer(mailbox);
  smtp.listen(smtpPort, host);
  await once(smtp.server, 'listening');
  const http = createServer(inboxHandler(mailbox));
  http.listen(port, host);
  await once(http, 'listening');
  return {
    url: `http://${host}:${(http.address() as AddressInfo).port}`,
    smtpPort: (smtp.server.address() as AddressInfo).port,
    stop: async () => {
      http.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
