import type { RpcError } from '../model/rpc-error.ts';

/** The server's end of a stream in both directions, whatever carries it. */
export interface Channel<Response> {
  send(messages: readonly Response[]): void;
  /** Ends the stream, with status OK when there is no error. */
  end(error?: RpcError): void;
  /** Bytes sent but not yet taken by the client. */
  backlog(): number;
}

/** The receiver of a stream's messages. `closed` is always the last call, however the stream ends. */
export interface StreamHandler<Request> {
  receive(request: Request): void;
  halfClose(): void;
  closed(): void;
  /** The backlog has gone. */
  drained(): void;
}
