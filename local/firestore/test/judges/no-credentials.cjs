// Preloaded into the Node client's tests: over REST it asks Google for credentials even when it speaks to an emulator.
const { createRequire } = require('node:module');
const fromGax = createRequire(createRequire(`${process.cwd()}/`).resolve('google-gax'));
const { GoogleAuth, PassThroughClient } = fromGax('google-auth-library');

GoogleAuth.prototype.getClient = () => Promise.resolve(new PassThroughClient());
GoogleAuth.prototype.getRequestHeaders = () => Promise.resolve(new Headers());
