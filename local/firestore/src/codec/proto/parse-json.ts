import { fieldName } from '../../model/field-name.ts';
import type { Value } from '../../model/value.ts';
import { valueFromJson } from './value-json.ts';

/** As in protobuf; what is nested deeper is for JSON.parse, whose result is then refused. */
const maxDepth = 90;
/** Inside of strings JSON has none of them, and between its tokens clients send none. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f]/;

/**
 * JSON.parse, but that the object under a key `fields` is a map of values already. Documents have few fields in common, and V8 makes
 * a hidden class for each combination of names that an object gets: a record's sixty marks took ten times as long as sixty names
 * that are always the same. Only what is plainly written is read here; everything else, errors included, is left to JSON.parse.
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  if (!text.includes('"fields"') || control.test(text)) return JSON.parse(text) as unknown;
  const reader = new PlainReader(text);
  const json = reader.value(0);
  return json === unread || !reader.isAtEnd() ? (JSON.parse(text) as unknown) : json;
}

/** Marks a text that the plain reader leaves to JSON.parse. */
const unread = Symbol('unread');
const quote = 34;
const comma = 44;
const colon = 58;
const open = 123;
const close = 125;

class PlainReader {
  #at = 0;
  /** The next backslash at or after the place where it was last looked for; the length when there is none. */
  #backslash = -1;

  constructor(private readonly text: string) {}

  isAtEnd(): boolean {
    return this.#at === this.text.length;
  }

  value(depth: number): unknown {
    if (depth > maxDepth) return unread;
    switch (this.text.charCodeAt(this.#at)) {
      case quote:
        return this.#string();
      case open:
        return this.#object(depth);
      case 91: // [
        return this.#array(depth);
      case 116: // t
        return this.#word('true', true);
      case 102: // f
        return this.#word('false', false);
      case 110: // n
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #string(): string | typeof unread {
    const start = this.#at + 1;
    const end = this.text.indexOf('"', start);
    if (end < 0) return unread;
    if (this.#backslash < start) {
      const found = this.text.indexOf('\\', start);
      this.#backslash = found < 0 ? this.text.length : found;
    }
    if (this.#backslash < end) return this.#escaped(start);
    this.#at = end + 1;
    // V8 makes a longer part of a text a view of it, which would keep the whole request in memory with the document.
    return end - start < 13 ? this.text.slice(start, end) : (JSON.parse(this.text.slice(start - 1, end + 1)) as string);
  }

  #escaped(start: number): string | typeof unread {
    let end = start;
    for (; end < this.text.length; end += 1) {
      const code = this.text.charCodeAt(end);
      if (code === quote) break;
      if (code === 92) end += 1; // a backslash: whatever follows belongs to it
    }
    this.#at = end + 1;
    try {
      return JSON.parse(this.text.slice(start - 1, end + 1)) as string;
    } catch {
      return unread;
    }
  }

  #object(depth: number): unknown {
    const json: Record<string, unknown> = {};
    return this.#members((key) => {
      if (key === '__proto__') return false; // a plain object would take it for its prototype
      const isFields = key === 'fields' && this.text.charCodeAt(this.#at) === open;
      const value = isFields ? this.#fields(depth + 1) : this.value(depth + 1);
      json[key] = value;
      return value !== unread;
    })
      ? json
      : unread;
  }

  #fields(depth: number): ReadonlyMap<string, Value> | typeof unread {
    if (depth > maxDepth) return unread;
    const fields = new Map<string, Value>();
    return this.#members((key) => {
      const value = this.value(depth + 1);
      if (value === unread) return false;
      fields.set(fieldName(key.toWellFormed()), valueFromJson(value));
      return true;
    })
      ? fields
      : unread;
  }

  /** @param read takes the value of a key; false ends it */
  #members(read: (key: string) => boolean): boolean {
    this.#at += 1;
    if (this.text.charCodeAt(this.#at) === close) return this.#pass();
    for (;;) {
      if (this.text.charCodeAt(this.#at) !== quote) return false;
      const key = this.#string();
      if (key === unread || this.text.charCodeAt(this.#at) !== colon) return false;
      this.#at += 1;
      if (!read(key)) return false;
      const next = this.text.charCodeAt(this.#at);
      if (next === close) return this.#pass();
      if (next !== comma) return false;
      this.#at += 1;
    }
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.#at += 1;
    if (this.text.charCodeAt(this.#at) === 93) return this.#pass() && items;
    for (;;) {
      const item = this.value(depth + 1);
      if (item === unread) return unread;
      items.push(item);
      const next = this.text.charCodeAt(this.#at);
      this.#at += 1;
      if (next === 93) return items; // ]
      if (next !== comma) return unread;
    }
  }

  #word(word: string, means: unknown): unknown {
    if (!this.text.startsWith(word, this.#at)) return unread;
    this.#at += word.length;
    return means;
  }

  #number(): unknown {
    number.lastIndex = this.#at;
    const [found] = number.exec(this.text) ?? [];
    if (found === undefined) return unread;
    this.#at += found.length;
    return Number(found);
  }

  #pass(): true {
    this.#at += 1;
    return true;
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
