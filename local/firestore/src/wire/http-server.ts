import { createServer, type Server } from 'node:http';
import { clientError } from '../model/rpc-error.ts';
import { type EmulatorControls, serveEmulatorApi } from './emulator/emulator-api.ts';
import { serveRest } from './rest/serve.ts';
import { WebChannelServer } from './webchannel/serve.ts';
import { answerError } from './http/answer.ts';
import { answerPreflight, setCorsHeaders } from './http/cors.ts';

/** REST, WebChannel and the emulator's own endpoints. It does not listen by itself: the multiplexer hands it connections. */
export function createHttpServer(controls: EmulatorControls): { readonly server: Server; stop(): void } {
  const webChannel = new WebChannelServer(controls.backend);
  // Long polls stay open for a minute; connections are reused long after a request (docs/facts.md, "Long connections").
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0, noDelay: true }, (request, response) => {
    setCorsHeaders(request, response);
    if (request.method === 'OPTIONS') {
      answerPreflight(request, response);
      return;
    }
    request.on('error', () => response.destroy());
    const serve = async () => {
      // The host is irrelevant; only path and query are read.
      const target = `http://localhost${request.url ?? '/'}`;
      const url = new URL(URL.canParse(target) ? target : 'http://localhost/invalid');
      if (await webChannel.serve(request, response, url)) return;
      if (await serveEmulatorApi(controls, { request, response, url })) return;
      await serveRest(controls.backend, { request, response, url });
    };
    serve().catch((error: unknown) => {
      // A request that broke off gets no answer.
      if (response.headersSent || request.errored) response.destroy();
      else answerError(response, clientError(error));
    });
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
    else socket.destroy();
  });
  return { server, stop: () => webChannel.stop() };
}
