import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@bedplate/contract/limits';
import { errorMeanings, limitMeanings, sizeOf } from '../../src/features/documentation/meanings.ts';
import { fillIn, visitorValues } from '../../src/features/documentation/sample-values.ts';
import { menuGroups } from '../../src/features/documentation/topic-list.ts';
import { parseReference } from '../topics/parse-reference.ts';
import { parseTopic } from '../topics/parse-topic.ts';
import { references } from '../topics/references.ts';
import { withRefusals } from '../topics/refusals.ts';

const topics = new URL('../../src/features/documentation/topics/', import.meta.url);
const docs = new URL('../../../docs/', import.meta.url);

/**
 * The documentation for programs that read instead of people: /llms.txt names its pages (https://llmstxt.org), and each page is there
 * as Markdown at its address with `.md`.
 * @returns texts by the path of their file
 */
export function agentTexts(origin: string): Map<string, string> {
  const pages = menuGroups.flatMap(({ topics: group }) => group.map(({ slug }) => pageOf(slug, origin)));
  const lines = pages.map(({ path, title, description }) => `- [${title}](${origin}/${path}): ${description}`);
  const head = [
    '# Bedplate',
    '',
    '> A backend for apps: records over REST, app users, files, search and live updates, without a server of your own.',
    '',
    `Every call is described by OpenAPI 3.1 at ${origin}/api/openapi.json; asked with the keys of a project it describes that project's own storages, and ${origin}/api/types.d.ts declares them for TypeScript. The client for JavaScript is ${origin}/client.tgz, the hooks for React are ${origin}/react.tgz.`,
    '',
    '## Documentation',
    '',
  ];
  return new Map([['llms.txt', `${[...head, ...lines].join('\n')}\n`], ...pages.map(({ path, text }) => [path, text] as const)]);
}

interface Page {
  path: string;
  title: string;
  description: string;
  text: string;
}

function pageOf(slug: string, origin: string): Page {
  const isReference = slug in references;
  const source = withRefusals(readFileSync(fileURLToPath(new URL(`${slug}.md`, isReference ? docs : topics)), 'utf8'));
  const { title, description } = isReference ? parseReference(slug, source, references) : parseTopic(slug, source);
  const body = isReference ? source : `# ${title}\n\n${description}\n\n${source.replace(/^---\n[\s\S]*?\n---\n\s*/, '')}`;
  const text = fillIn(plain(body, origin), { ...visitorValues, endpoint: origin });
  return { path: `documentation/${slug}.md`, title, description, text };
}

/** As a reader without the site needs it: no pictures, no marks of our own, and links that lead somewhere. */
function plain(markdown: string, origin: string): string {
  return markdown
    .replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, '')
    .replace(/^(#+) \S+ \| /gm, '$1 ')
    .replace(/^:::calls$/gm, `The list is at ${origin}/api/openapi.json.`)
    .replace(/^:::errors$/gm, rows(['Code', 'Meaning'], Object.entries(errorMeanings)))
    .replace(
      /^:::limits$/gm,
      rows(
        ['What', 'At most'],
        limitMeanings.map(({ name, meaning, unit }) => [meaning, sizeOf(limits[name], unit)]),
      ),
    )
    .replace(/^:::\w+\n*/gm, '')
    .replace(/^```(\w+)[^\n]*?file="([^"]+)"[^\n]*$/gm, '`$2`:\n\n```$1')
    .replace(/^```(\w+) [^\n]*$/gm, '```$1')
    .replace(/\]\(\/documentation\/([\w-]+)(#[\w-]+)?\)/g, `](${origin}/documentation/$1.md)`)
    .replace(/\]\((?:\.\.\/docs\/)?([\w-]+)\.md(#[\w-]+)?\)/g, (link, slug: string) =>
      slug in references ? `](${origin}/documentation/${slug}.md)` : link,
    )
    .replace(/\[([^\]]+)\]\((?!https?:)(?!\/)[^)#][^)]*\)/g, '$1')
    .replace(/\]\(\//g, `](${origin}/`);
}

function rows(head: readonly [string, string], all: readonly (readonly [string, string])[]): string {
  return [head, ['---', '---'] as const, ...all].map(([first, second]) => `| ${first} | ${second} |`).join('\n');
}
