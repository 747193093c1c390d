import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';

/**
 * Preloaded into firebase-tools: an error of its Hosting on the way to an answer (an address with `//` behind a dot, say) is nobody's to
 * catch and would end all emulators. The request that made it is answered with a refusal instead.
 */
const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase') && process.argv.includes('emulators:start')) {
  const hosting = createRequire(require.resolve('firebase-tools/lib/serve/hosting.js')); // what answers is a package of its own
  const steps = hosting('superstatic/lib/middleware');
  for (const [name, build] of Object.entries(steps)) steps[name] = (spec) => answering(build(spec));
}

/**
 * Hosting takes a kept connection for a call and writes to it when the first bytes of the body come. With the five seconds that Node
 * keeps one, a body that comes later would be a 500.
 */
subscribe('http.server.request.start', ({ server }) => {
  server.keepAliveTimeout = 120_000;
});

function answering(step) {
  return (req, res, next) => {
    try {
      const done = step(req, res, next);
      if (typeof done?.catch === 'function') done.catch(() => refuse(res));
      return done;
    } catch {
      return refuse(res);
    }
  };
}

function refuse(res) {
  if (res.headersSent) return res.destroy();
  const error = { code: 'invalid-argument', requestId: randomUUID() };
  const body = JSON.stringify({ success: false, message: 'The address cannot be read.', error });
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };
  return res.writeHead(400, headers).end(body);
}
