import type { Mail } from './mailbox.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
  iframe { width: 100%; min-height: 30rem; border: 1px solid #8884; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;

/** The list of mails, newest first. */
export function inboxPage(mails: readonly Mail[]): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td><a href="/mail/${mail.id}">${escaped(mail.subject) || '(no subject)'}</a></td><td>${breakable(mail.to.join(', '))}</td><td>${senderOf(mail)}</td><td><time datetime="${mail.date}">${mail.date.slice(0, 19).replace('T', ' ')}</time></td></tr>`,
  );
  const table = `<table><thead><tr><th>Subject<th>To<th>From<th>Received (UTC)</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return page('Inbox', mails.length === 0 ? '<p>No mail yet.</p>' : table);
}

/** One mail: its text, and its HTML in a frame that may do nothing but follow the link that a person presses. */
export function mailPage(mail: Mail): string {
  const html =
    mail.html === ''
      ? ''
      : `<h2>HTML</h2><iframe sandbox="allow-top-navigation-by-user-activation" title="The mail as HTML" srcdoc="${escaped(intoThisTab(mail.html))}"></iframe>`;
  const text = mail.text === '' ? '' : `<h2>Text</h2><pre>${linked(escaped(mail.text))}</pre>`;
  return page(
    mail.subject || '(no subject)',
    `<p><a href="/">All mail</a></p><p>From ${senderOf(mail)} to ${escaped(mail.to.join(', '))}, ${mail.date}${mail.replyTo === '' ? '' : `, answers to ${breakable(mail.replyTo)}`}</p>${html}${text}`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${body}</html>\n`;
}

function senderOf({ from, fromName }: Mail): string {
  return fromName === '' ? breakable(from) : `${escaped(fromName)} &lt;${breakable(from)}&gt;`;
}

/** An address goes on in the next line before its @, and between two letters only where nothing else is left. */
function breakable(addresses: string): string {
  return escaped(addresses).replaceAll('@', '<wbr>@');
}

/** Addresses of pages in an escaped text become links; a full stop behind one ends the sentence. */
function linked(text: string): string {
  return text.replaceAll(/https?:\/\/(?:&amp;|[^\s&<>])*(?:&amp;|[^\s&<>.,;:!?)])/g, '<a href="$&">$&</a>');
}

/** Behind the type of the document: before it, a browser would draw the mail as the oldest ones did. */
function intoThisTab(html: string): string {
  return html.replace(/^\s*(?:<!doctype[^>]*>)?/i, '$&<base target="_top">');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
