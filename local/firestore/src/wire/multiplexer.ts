import type { Server as HttpServer } from 'node:http';
import type { Http2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';

const http2Preface = 'PRI ';

/**
 * One port for both: a connection that opens with HTTP/2's preface goes to the gRPC server, all others to the HTTP/1.1 server.
 * The first bytes are put back, so neither server notices (docs/facts.md, "One port for gRPC and HTTP").
 */
export function createMultiplexer(grpc: Http2Server, http: HttpServer): { readonly server: Server; readonly sockets: ReadonlySet<Socket> } {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let held = Buffer.alloc(0);
    const route = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk !== null) held = Buffer.concat([held, chunk]);
      const start = held.toString('latin1', 0, http2Preface.length);
      if (start.length < http2Preface.length && http2Preface.startsWith(start)) {
        if (!socket.readableEnded && !socket.destroyed) socket.once('readable', route);
        return;
      }
      socket.unshift(held);
      (start === http2Preface ? grpc : http).emit('connection', socket);
    };
    socket.once('readable', route);
  });
  return { server, sockets };
}
