export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface MailContent {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; link: string };
  code?: string;
  closing: string;
  /** By default that of the product, in English. */
  look?: MailLook;
}

/** The look of a mail in the name of an app. */
export interface MailLook {
  /** Of the language that the mail is in. */
  lang: string;
  /** #rrggbb, of the button. */
  color: string | null;
  /** Address of a picture above the heading. */
  logo: string | null;
  /** Lines below everything. */
  footer: readonly string[];
  /** Before the button's address. */
  linkBelow: (link: string) => string;
}

/** Breaks what a mail program would turn into a link, in words that somebody else has typed. Nobody sees the difference. */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', ':\u200C//').replaceAll(/(?<=[\p{L}\p{N}])[.\u3002\uFF0E](?=\p{L}{2})/gu, '$&\u200C');
}

/** One look for all mails: a card that keeps its contrast in light and dark mail clients, and the same words as plain text. */
export function layout(content: MailContent): RenderedMail {
  const { subject, heading } = content;
  const calm = { ...content, subject: withoutLinks(subject), heading: withoutLinks(heading) };
  return { subject: oneLine(calm.subject), text: plain(calm), html: html(calm) };
}

function plain({ heading, paragraphs, button, code, closing, look }: MailContent): string {
  const action = button ? [`${button.label}: ${button.link}`] : [];
  const parts = [heading, ...paragraphs, ...(code ? [code] : []), ...action, closing, ...(look?.footer ?? [])];
  return `${parts.filter(Boolean).map(oneLine).join('\n\n')}\n`;
}

function html({ subject, heading, paragraphs, button, code, closing, look }: MailContent): string {
  const text = (words: string) => `<p style="margin:0 0 16px">${escape(words)}</p>`;
  return `<!doctype html>
<html lang="${escape(look?.lang ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0f1419 !important; }
  .card { background: #1a2129 !important; border-color: #36414d !important; color: #e8edf2 !important; }
  .faint { color: #a9b5c1 !important; }
  .code { background: #0f1419 !important; color: #ffffff !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:#f2f5f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d5dde5;border-radius:12px;color:#17202a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;table-layout:fixed;overflow-wrap:anywhere;word-break:break-word"><tr><td style="padding:32px">
${look?.logo ? `<p style="margin:0 0 20px"><img src="${escape(look.logo)}" alt="" height="40" style="height:40px;max-width:100%"></p>` : ''}
${heading ? `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(heading)}</h1>` : ''}
${paragraphs.map(text).join('\n')}
${code ? `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f2f5f8;font:700 28px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escape(code)}</p>` : ''}
${button ? action(button, look) : ''}
${[closing, ...(look?.footer ?? [])].filter(Boolean).map(faint).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function faint(words: string): string {
  return `<p class="faint" style="margin:24px 0 0;font-size:14px;color:#5a6775">${escape(words)}</p>`;
}

function action({ label, link }: { label: string; link: string }, look: MailLook | undefined): string {
  const color = look?.color ?? '#1257c9';
  const below = look ? look.linkBelow(link) : `If the button does not work, open ${link}`;
  return `<p style="margin:0 0 16px"><a href="${escape(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${isLight(color) ? '#17202a' : '#ffffff'};font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p class="faint" style="margin:0;font-size:13px;color:#5a6775;word-break:break-all">${escape(below)}</p>`;
}

/** @param color #rrggbb @returns whether dark letters are read better on it; https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

function escape(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Control characters have no place in a mail's words. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 2000);
}
