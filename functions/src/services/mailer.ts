import type { AppMails } from '@bedplate/contract';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { RenderedMail } from './layout.ts';

/** The name beside our address, and where answers go. Null: ours. */
export type MailSender = Pick<AppMails, 'senderName' | 'replyTo'>;

/** A mail with the one who gets it, and with its sender where that is not us. */
export interface Letter {
  to: { name: string; address: string };
  mail: RenderedMail;
  from?: MailSender | undefined;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. @param id becomes the Message-ID, so that a repeat is recognisable */
  send(id: string, letter: Letter): Promise<void>;
  /** Signs in at the mail server without sending. @throws {Error} of the server or the connection */
  verify(): Promise<void>;
}

const ours: MailSender = { senderName: null, replyTo: null };

/** SMTP without a pool: an instance may be frozen between two requests. */
export function createMailer({ smtpUrl, mailFrom, publicOrigin }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicOrigin'>): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send(id, { to, mail, from: { senderName, replyTo } = ours }) {
      const messageId = `<${id}@${new URL(publicOrigin).hostname}>`;
      // An address object, never a text: nodemailer would read a second recipient out of a crafted one.
      await (await open()).sendMail({
        from: senderName === null ? mailFrom : { name: senderName, address: addressIn(mailFrom) },
        ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
        to,
        messageId,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
    },
    verify: async () => void (await (await open()).verify()),
  };

  /** Loads the mail library with the first mail: most instances send none, and it takes a tenth of their start. */
  function open(): Promise<Transporter> {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 }),
    );
    return transport;
  }
}

/** @param from such as `Bedplate <mail@example.com>` @returns its address */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}
