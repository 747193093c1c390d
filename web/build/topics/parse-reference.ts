import { blocksOf } from './parse-topic.ts';
import type { Section, Topic } from './topic.ts';

const site = '/documentation';
/** Links to reasons and to parts of the repository have no page on the site. */
const reason = /\s*\(\[decision \d+\]\([^)]*\)\)/g;
const link = /\[([^\]]+)\]\((?!https?:|\/|#)([^)]*)\)/g;

/**
 * Reads a page of docs/, which the site shows as it stands in the repository: a title like `# Title`, a text whose first sentence
 * describes the page, then sections with a heading like `## Title: \`rest\``.
 * @param names the pages of docs/ that the site has, by file and menu name; links between them lead to the site's pages
 * @throws {Error} that names the mistake and stops the build
 */
export function parseReference(slug: string, source: string, names: Readonly<Record<string, string>>): Topic {
  const [, title = '', body = ''] = /^# ([^\n]+)\n([\s\S]*)$/.exec(source) ?? [];
  const menu = names[slug];
  if (!title || !menu) throw new Error(`docs/${slug}.md needs a title like "# Title", and a name in the menu.`);
  const [intro = '', ...parts] = linked(body, names).split(/^## /m);
  const [description = '', rest = ''] = halves(intro.trim());
  const sections = parts.map((text) => sectionOf(text));
  const summary: Section[] = rest ? [{ id: 'in-short', title: 'In short', blocks: blocksOf(rest) }] : [];
  return { slug, title, menu, description: plain(description), sections: [...summary, ...sections] };
}

/** @returns the first sentence of a text, and what follows it */
function halves(text: string): [string, string] {
  const end = /[.!?](?=\s|$)/.exec(text);
  const at = end ? end.index + 1 : text.length;
  return [text.slice(0, at), text.slice(at).trim()];
}

function sectionOf(text: string): Section {
  const [, heading = '', body = ''] = /^([^\n]+)\n([\s\S]*)$/.exec(text) ?? [];
  const title = plain(heading.replace(/: `.*$/, ''));
  return {
    id: title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    title,
    blocks: blocksOf(body),
  };
}

function linked(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(reason, '').replace(link, (_, words: string, address: string) => {
    const [, file = '', place = ''] = /^(?:\.\.\/\w+\/)?([\w-]+)\.md(#.*)?$/i.exec(address) ?? [];
    const name = names[file];
    return name ? `[${words.endsWith('.md') ? name : words}](${site}/${file}${place})` : words;
  });
}

function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}
