import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mail, Mailbox } from './mailbox.ts';

const maxMailBytes = 5 * 1024 * 1024;

/** Takes every mail without a password and puts it into the mailbox. */
export function createSmtpServer(mailbox: Mailbox): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMailBytes,
    disableReverseLookup: true,
    onData: async (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      done(await receive(stream, recipients, mailbox));
    },
  });
  // A sender that hangs up is no event here; a failure to listen is reported by whoever awaits it.
  server.on('error', () => undefined);
  return server;
}

/** @returns the answer to the sender: nothing, or why the mail is refused */
async function receive(stream: Readable, recipients: readonly string[], mailbox: Mailbox): Promise<Error | null> {
  try {
    mailbox.add(await readMail(stream, recipients));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function readMail(stream: Readable, recipients: readonly string[]): Promise<Mail> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length <= maxMailBytes) chunks.push(bytes);
  }
  if (length > maxMailBytes) throw Object.assign(new Error(`A mail may have at most ${maxMailBytes} bytes.`), { responseCode: 552 });
  const parsed = await PostalMime.parse(Buffer.concat(chunks));
  return {
    id: randomUUID(),
    to: recipients,
    from: parsed.from?.address ?? '',
    fromName: parsed.from?.name ?? '',
    replyTo: (parsed.replyTo ?? []).map(({ address }) => address ?? '').join(', '),
    subject: parsed.subject ?? '',
    date: new Date().toISOString(),
    text: parsed.text ?? '',
    html: parsed.html ?? '',
  };
}
