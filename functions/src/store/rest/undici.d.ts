// The parts of undici that are used: its main file loads fetch, caches and web sockets as well, which an instance would wait for when it starts.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
