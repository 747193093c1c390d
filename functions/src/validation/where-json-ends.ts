import type { Text } from '@bedplate/contract';
import type { SentenceKey } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';

/**
 * Finds where a text stops being JSON. V8 says it in words of its own, such as `Expected double-quoted property name in JSON at
 * position 7 (line 1 column 8)` or `Unexpected token 'N', "{"a":NaN}" is not valid JSON`: https://github.com/v8/v8/blob/main/src/common/message-template.h
 * @returns a sentence for whoever wrote it, without the text itself; null for a text that is JSON
 */
export function whereJsonEnds(text: string): Text<SentenceKey> | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const { message } = error as Error; // a SyntaxError; JSON.parse throws no other
    const [, told, line = '', column = ''] = /^(.*?)(?: in)? JSON at position \d+ \(line (\d+) column (\d+)\)$/s.exec(message) ?? [];
    if (told) return say('jsonEndsAt', { reason: told.replace(/ after$/, ' after the end'), line, column });
    const [, token] = /^Unexpected token '([ -~])'/.exec(message) ?? [];
    if (token) return say('jsonToken', { token });
    return message.startsWith('Unexpected end') ? say('jsonCut') : null;
  }
}
