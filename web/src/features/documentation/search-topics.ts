import type { Block, Topic } from '../../../build/topics/topic.ts';
import { loadAllTopics } from './load-topic.ts';

export interface Hit {
  slug: string;
  topic: string;
  section: string;
  id: string;
  /** Words around the first place that was found. */
  excerpt: string;
}

const most = 12;
const around = 60;

/** Words that mean the same to readers who come from somewhere else. */
const synonyms: readonly (readonly string[])[] = [
  ['record', 'document', 'row', 'item'],
  ['storage', 'collection', 'table', 'class'],
  ['field', 'column', 'attribute', 'property'],
  ['sort', 'order'],
  ['filter', 'condition', 'where'],
  ['sign', 'login', 'log in', 'auth'],
  ['sign up', 'register', 'registration'],
  ['user', 'account', 'people', 'person'],
  ['access rules', 'permission', 'policy', 'acl', 'rls', 'security rules'],
  ['live', 'realtime', 'real-time', 'subscribe', 'websocket', 'socket'],
  ['reference', 'relation', 'foreign key', 'pointer', 'join'],
  ['expand', 'include', 'populate'],
  ['aggregate', 'total', 'count', 'sum', 'group by'],
  ['trash', 'soft delete', 'restore', 'undelete'],
  ['history', 'undo', 'versioning', 'rollback'],
  ['limit', 'quota', 'rate'],
  ['cost', 'price', 'billing', 'credit'],
  ['batch', 'transaction', 'bulk'],
  ['webhook', 'trigger', 'hook'],
  ['file', 'upload', 'image', 'picture', 'attachment'],
  ['2fa', 'mfa', 'second factor', 'totp'],
  ['google', 'oauth', 'openid', 'social'],
];

/**
 * @returns the sections that contain every word or another word for it, those with all words in
 * their titles first, then those with the words themselves
 */
export function searchTopics(topics: readonly Topic[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const meanings = words.map(meaningsOf);
  const hits = topics.flatMap((topic) =>
    topic.sections.flatMap(({ id, title, blocks }) => {
      const names = `${topic.title} ${topic.menu} ${title}`.toLowerCase();
      const text = blocks.map(textOf).join(' ').replace(/\s+/g, ' ').trim();
      const lower = text.toLowerCase();
      if (!meanings.every((any) => any.some((word) => names.includes(word) || lower.includes(word)))) return [];
      const hit = { slug: topic.slug, topic: topic.menu, section: title, id, excerpt: excerptOf(text, meanings.flat()) };
      if (words.every((word) => names.includes(word))) return [{ rank: 0, hit }];
      if (words.every((word) => names.includes(word) || lower.includes(word))) return [{ rank: 1, hit }];
      return [{ rank: meanings.every((any) => any.some((word) => names.includes(word))) ? 2 : 3, hit }];
    }),
  );
  return hits
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ hit }) => hit);
}

/** @returns the search over every topic, once they are loaded */
export async function topicSearch(): Promise<(query: string) => Hit[]> {
  const topics = await loadAllTopics();
  return (query) => searchTopics(topics, query);
}

function meaningsOf(word: string): string[] {
  const plain = word.length > 4 ? word.replace(/s$/, '') : word;
  const alike = synonyms.filter((group) => group.some((other) => other === plain || other === word));
  return [...new Set([word, plain, ...alike.flat()])];
}

/** Whole words around the first word that is in the text, in the order in which they are looked for. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const place = words.map((word) => lower.indexOf(word)).find((at) => at >= 0) ?? 0;
  const from = place <= around ? 0 : text.indexOf(' ', place - around) + 1;
  const space = text.lastIndexOf(' ', from + 2 * around);
  const end = text.length <= from + 2 * around || space <= place ? Math.min(text.length, from + 2 * around) : space;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

function textOf(block: Block): string {
  if (block.kind === 'calls') return block.calls.map(({ method, path, does }) => `${method} ${path} ${does}`).join(' ');
  if (block.kind === 'part') return block.name;
  if (block.kind === 'samples') return block.samples.map(({ code }) => code).join(' ');
  return block.html.replace(/<[^>]+>/g, ' ').replace(/&(\w+|#\d+);/g, (entity, name: string) => entities[name] ?? numbered(name) ?? entity);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function numbered(name: string): string | undefined {
  return name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : undefined;
}
