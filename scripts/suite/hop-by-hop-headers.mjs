import { createRequire } from 'node:module';

/**
 * Preloaded into firebase-tools: its Hosting and its Functions emulator hand on the headers that concern one connection only, and
 * fail on `Expect`, `Keep-Alive`, `TE`, `Trailer`, `Transfer-Encoding` and `Upgrade`, which curl and others send. As every proxy
 * must, they keep them to themselves here, in both directions. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const ofOneConnection = [
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase') && process.argv.includes('emulators:start')) {
  cleanHosting(require('firebase-tools/lib/hosting/proxy.js'));
  cleanFunctions(require('firebase-tools/lib/emulator/functionsRuntimeWorker.js').RuntimeWorker.prototype);
}

function cleanHosting(proxy) {
  const { proxyRequestHandler } = proxy;
  if (typeof proxyRequestHandler !== 'function') throw new Error(`firebase-tools proxies otherwise now: see ${import.meta.filename}.`);
  proxy.proxyRequestHandler = (...target) => {
    const handler = proxyRequestHandler(...target);
    return (req, res, next) => {
      const headers = endToEnd(req.headers);
      for (const name of Object.keys(req.headers)) if (!(name in headers)) delete req.headers[name];
      keepBoth(req);
      req.headers['x-original-url'] = ''; // in place of the address: twice a long one is too long for what comes next
      const { setHeader } = res;
      res.setHeader = (name, value) => (ofOneConnection.includes(name.toLowerCase()) ? res : setHeader.call(res, name, value));
      return handler(req, res, next);
    };
  };
}

function cleanFunctions(worker) {
  const { request } = worker;
  worker.request = function clean(req, res, body, ...more) {
    const { 'content-length': length, ...headers } = endToEnd(req.headers);
    // The emulator has read the body, whatever its encoding was.
    if (body?.length > 0 || length !== undefined) headers['content-length'] = String(body?.length ?? 0);
    const { writeHead } = res;
    res.writeHead = (status, answered) => writeHead.call(res, status, answered && endToEnd(answered));
    return request.call(this, { ...req, headers }, res, body, ...more);
  };
}

/** Of two values Node drops the second here, before the API could refuse them. */
function keepBoth({ headers, headersDistinct }) {
  for (const name of ['authorization', 'if-unmodified-since'])
    if (headersDistinct[name]?.length > 1) headers[name] = headersDistinct[name].join(', ');
}

/** @returns the headers that are meant for whoever answers */
function endToEnd(headers) {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name) && !named.includes(name)));
}
