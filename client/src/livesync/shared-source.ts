import type { Batch } from './change-log.ts';
import type { ChangeSource, Observer } from './source.ts';

/** How a connection is used: `follow` returns what stops it, and calls `retire` before its connection ends. */
interface Uses<C> {
  follow(connection: C, after: number | null, listener: { observer: Observer; retire: () => void }): () => void;
  read(connection: C, after: number, until: number): Promise<Batch>;
}

/** Opens a connection for the first listener and closes it after the last one. They share it until it is close to its end. */
export function sharedSource<C extends { close(): void }>(connect: () => Promise<C>, { follow, read }: Uses<C>): ChangeSource {
  let shared: { connection: Promise<C>; users: number } | null = null;

  function use() {
    const mine = (shared ??= { connection: connect(), users: 0 });
    mine.users++;
    const retire = () => {
      if (shared === mine) shared = null; // the next user gets a fresh connection
    };
    const release = () => {
      if (--mine.users > 0) return;
      retire();
      mine.connection.then(
        (connection) => connection.close(),
        () => {},
      );
    };
    return { connection: mine.connection, retire, release };
  }

  return {
    open(after, observer) {
      const { connection: connecting, retire, release } = use();
      let closed = false;
      let stop: (() => void) | undefined;
      connecting
        .then((connection) => {
          if (!closed) stop = follow(connection, after, { observer, retire });
        })
        .catch((error: unknown) => {
          retire();
          if (!closed) observer.error(error);
        });
      return () => {
        if (closed) return;
        closed = true;
        stop?.();
        release();
      };
    },
    async read(after, until) {
      const { connection, release } = use();
      try {
        return await read(await connection, after, until);
      } finally {
        release();
      }
    },
  };
}
