/** Code with its texts and comments in colours of their own. */
export function Code({ text }: { text: string }) {
  return (
    <code>
      {text.split(pieces).map((piece, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
        if (at % 2 === 1)
          return (
            <span key={at} className={/^['"`]/.test(piece) ? 'string' : 'comment'}>
              {piece}
            </span>
          );
        return piece;
      })}
    </code>
  );
}

const pieces = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=^|\s)\/\/[^\n]*|<!--[\s\S]*?-->)/m;
