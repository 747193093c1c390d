import { Marked, type Tokens } from 'marked';

/** Markdown as the topics use it: notes (`> …`), tables that scroll, a picture for each colour scheme; HTML is shown, not taken. */
const markdown = new Marked({
  renderer: {
    html: ({ text }) => escape(text),
    blockquote({ tokens }) {
      return `<aside class="note">${this.parser.parse(tokens)}</aside>`;
    },
    table(table) {
      const row = (cells: Tokens.TableCell[], open: string, close: string) =>
        `<tr>${cells.map(({ tokens }) => `${open}${this.parser.parseInline(tokens)}${close}`).join('')}</tr>`;
      const head = row(table.header, '<th scope="col">', '</th>');
      const body = table.rows.map((cells) => row(cells, '<td>', '</td>')).join('');
      return `<div class="table"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`;
    },
    /** A paragraph of one picture is a figure. `{theme}` in the address: one picture for each colour scheme. */
    paragraph({ tokens }) {
      const [only, ...others] = tokens;
      if (only?.type === 'image' && others.length === 0) return figure(only as Tokens.Image); // its type says so
      return `<p>${this.parser.parseInline(tokens)}</p>`;
    },
  },
});

export function proseToHtml(text: string): string {
  return markdown.parse(text, { async: false });
}

function figure({ text, href }: Tokens.Image): string {
  const picture = (theme: 'light' | 'dark') =>
    `<img class="only-${theme}" src="${escape(href.replace('{theme}', theme))}" alt="${escape(text)}" width="1280" height="800" loading="lazy" decoding="async">`;
  return `<figure>${picture('light')}${picture('dark')}<figcaption>${escape(text)}</figcaption></figure>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
