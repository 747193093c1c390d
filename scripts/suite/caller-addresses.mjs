import { subscribe } from 'node:diagnostics_channel';

/**
 * Preloaded into firebase-tools: its Functions emulator hands requests on over a socket that has no address, so every caller would
 * be nobody. As the platform's front ends do, each server appends the address that called it to X-Forwarded-For.
 */
subscribe('http.server.request.start', ({ request }) => {
  const { headers, socket } = request;
  const hops = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean);
  if (hops.length > 0) headers['x-forwarded-for'] = hops.join(', ');
});
