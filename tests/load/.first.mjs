import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const path of process.argv.slice(3)) {
  const p = await (await b.newContext({ baseURL: process.argv[2] })).newPage();
  const c = await p.context().newCDPSession(p);
  await c.send('Network.enable');
  const js = new Map();
  const url = new Map();
  c.on('Network.responseReceived', (e) => {
    if (/javascript/.test(e.response.mimeType)) url.set(e.requestId, e.response.url);
  });
  c.on('Network.loadingFinished', (e) => {
    if (url.has(e.requestId)) js.set(url.get(e.requestId), e.encodedDataLength);
  });
  await p.goto(path, { waitUntil: 'networkidle' });
  let sum = 0;
  for (const v of js.values()) sum += v;
  console.log(path, p.url(), (sum / 1024).toFixed(0) + ' KB', js.size);
  for (const [u, v] of [...js].sort((a, b) => b[1] - a[1]).slice(0, 8)) console.log('   ', (v / 1024).toFixed(0), u.split('/').pop());
}
await b.close();
