import type { Command } from './command.ts';

/**
 * @returns the commands that hold every word of the search: names with a word that begins with it first, then names that hold it,
 * then other names. When none does, those that hold the most of its words
 */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = wordsOf(search);
  if (words.length === 0) return [...commands];
  const known = commands.map((command) => ({ command, names: namesOf(command) }));
  const found = known.filter(({ names }) => words.every((word) => holds(names, word)));
  const shown = found.length > 0 ? found : nearest(known, words);
  return shown.map(({ command }) => command).sort((a, b) => rankOf(a, words) - rankOf(b, words));
}

interface Known {
  command: Command;
  names: string;
}

/** Chinese has no spaces: its words are told apart as a dictionary does. */
function wordsOf(search: string): string[] {
  const spaced = search.toLowerCase().split(/\s+/).filter(Boolean);
  return spaced.flatMap((word) => (/\p{Script=Han}{3}/u.test(word) ? chineseWords(word) : [word]));
}

function chineseWords(text: string): string[] {
  if (!('Segmenter' in Intl)) return [text]; // Firefox before 125
  return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

function namesOf({ text, group, words = '' }: Command): string {
  return ` ${text} ${group} ${words}`.toLowerCase();
}

/** A search is for the singular as well as for the plural, and for "apikey" or "sign-up" however they are written. */
function holds(names: string, word: string): boolean {
  if (names.includes(stem(word))) return true;
  const joined = word.replaceAll('-', '');
  return joined.length > 4 && names.replace(/(?<=[a-z])[ -](?=[a-z])/g, '').includes(joined);
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ie)?s$|y$/, '') : word;
}

/** Words of a question, which say nothing of what is looked for. */
const ofQuestions = /^(?:the|and|for|how|can|who|what|where|with|from|such|thing)$/;

/** A word counts where a name begins with it, since the middle of many words is like another word. */
function nearest(known: readonly Known[], words: readonly string[]): Known[] {
  const told = words.filter((word) => (word.length > 2 || /\p{Script=Han}/u.test(word)) && !ofQuestions.test(word));
  const counted = known.map((each) => ({ ...each, count: told.filter((word) => begins(each.names, word)).length }));
  const most = Math.max(...counted.map(({ count }) => count));
  return most === 0 || told.length < 2 ? [] : counted.filter(({ count }) => count === most);
}

function begins(names: string, word: string): boolean {
  return names.includes(/\p{Script=Han}/u.test(word) ? word : ` ${stem(word)}`);
}

function rankOf({ text }: Command, words: readonly string[]): number {
  const name = text.toLowerCase();
  if (` ${name}`.includes(` ${words[0]}`)) return 0;
  return words.every((word) => name.includes(word)) ? 1 : 2;
}
