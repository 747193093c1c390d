/** One frame: the length in UTF-16 code units (not bytes: docs/facts.md, "Frames of WebChannel"), a newline, the JSON. */
export function frame(json: string): string {
  return `${json.length}\n${json}`;
}

/** A form body of forward-channel messages. */
export interface ForwardBody {
  /** Header lines that the handshake carries inside its body, names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Index of the first message. */
  readonly offset: number;
  readonly messages: readonly string[];
}

const maxMessages = 1000;

/** @returns undefined for a body that is no form of this kind */
export function readForwardBody(body: string): ForwardBody | undefined {
  const form = new URLSearchParams(body);
  const count = Number(form.get('count') ?? 0);
  const offset = Number(form.get('ofs') ?? 0);
  if (!Number.isInteger(count) || count < 0 || count > maxMessages || !Number.isInteger(offset) || offset < 0) return undefined;
  const messages: string[] = [];
  for (let index = 0; index < count; index++) {
    const data = form.get(`req${index}___data__`);
    if (data === null) return undefined;
    messages.push(data);
  }
  return { headers: readHeaders(form.get('headers') ?? ''), offset, messages };
}

function readHeaders(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}
