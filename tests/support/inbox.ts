import { target } from './target.ts';

export interface Mail {
  id: string;
  to: string;
  from: string;
  fromName: string;
  replyTo: string;
  subject: string;
  date: string;
  text: string;
  html: string;
}

/** @returns the mails to an address, newest first */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${target.inbox}/api/email?to=${encodeURIComponent(address)}`);
  return (await response.json()) as Mail[]; // the inbox's documented shape
}

/**
 * Waits for the next mail to an address; `after` holds the ids already seen.
 * @param about its subject, where another one may be on its way: a login answers before its notice is sent
 * @throws after 10 s
 */
export async function nextMailTo(address: string, after: readonly string[] = [], about = /./): Promise<Mail> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const mail = (await mailsTo(address)).find(({ id, subject }) => !after.includes(id) && about.test(subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address} within 10 s.`);
}

/** @returns the mail to an address that `act` brings about @param about as that of `nextMailTo` */
export async function mailAfter(address: string, act: () => Promise<unknown>, about?: RegExp): Promise<Mail> {
  const seen = (await mailsTo(address)).map(({ id }) => id);
  await act();
  return nextMailTo(address, seen, about);
}

/** @returns the six digits in a mail's text; empty without any */
export function codeIn(text: string): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

/** @returns the token in the mail's link `…/user/{token}/{verify | reset-password}` */
export function linkToken(mail: Mail): string {
  const [, token] = /\/user\/([^/\s"]+)\//.exec(mail.html) ?? [];
  if (!token) throw new Error(`No link in the mail "${mail.subject}".`);
  return token;
}
