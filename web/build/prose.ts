/**
 * The Markdown that topics use, as HTML: paragraphs, lists, tables, notes (`> …`), pictures, links, bold and code.
 * All text is escaped; topics are part of this repository.
 */
export function proseToHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => blockToHtml(block.trim()))
    .join('\n');
}

function blockToHtml(block: string): string {
  const lines = block.split('\n');
  const picture = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(block);
  if (picture) return pictureToHtml(picture[1] ?? '', picture[2] ?? '');
  if (lines.every((line) => line.startsWith('- '))) return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
  if (lines.every((line) => /^\d+\. /.test(line))) return orderedList(lines);
  if (lines.every((line) => line.startsWith('> ')))
    return `<aside class="note"><p>${inline(lines.map((line) => line.slice(2)).join(' '))}</p></aside>`;
  if (lines.length > 1 && /^\|[-| ]+\|$/.test(lines[1] ?? '')) return tableToHtml(lines);
  return `<p>${inline(lines.join(' '))}</p>`;
}

/** Pictures between the steps cut a list in pieces: each goes on with its own number. */
function orderedList(lines: string[]): string {
  const start = Number.parseInt(lines[0] ?? '1', 10);
  const items = lines.map((line) => `<li>${inline(line.replace(/^\d+\. /, ''))}</li>`).join('');
  return `<ol${start === 1 ? '' : ` start="${start}"`}>${items}</ol>`;
}

function tableToHtml([head = '', , ...rows]: string[]): string {
  const header = cells(head).map((cell) => `<th scope="col">${cell}</th>`);
  const body = rows.map(
    (row) =>
      `<tr>${cells(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );
  return `<div class="table"><table><thead><tr>${header.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function cells(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
}

/** `{theme}` in the address: one picture for each colour scheme. */
function pictureToHtml(alt: string, address: string): string {
  const picture = (theme: 'light' | 'dark') =>
    `<img class="only-${theme}" src="${escape(address.replace('{theme}', theme))}" alt="${escape(alt)}" width="1280" height="800" loading="lazy" decoding="async">`;
  return `<figure>${picture('light')}${picture('dark')}<figcaption>${escape(alt)}</figcaption></figure>`;
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? `<code>${escape(part.slice(1, -1))}</code>` : words(part)))
    .join('');
}

function words(text: string): string {
  return escape(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
