import { Fragment } from 'react';

/** Before the @ of an address, behind its dots, and behind the slashes of a path. */
const breaks = /(?=@)|(?<=\.)(?=\S*@)|(?<=@\S*\.)(?=\w)|(?<=\/)(?=[^/])/;

/** A text whose lines end where a reader of addresses and paths would end them, and between two letters only where nothing else is left. */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(breaks);
  if (parts.length === 1) return children;
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text keep their order
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
