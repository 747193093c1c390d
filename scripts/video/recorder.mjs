import { withDuration } from './webm.mjs';

/**
 * Films a page with Chromium alone: its screencast is drawn on another page's canvas, whose stream MediaRecorder writes as WebM.
 * @returns {Promise<{ stop: () => Promise<Buffer> }>}
 */
export async function film(page, { width, height }) {
  const studio = await page.context().newPage();
  await studio.evaluate(
    ([w, h]) => {
      const canvas = document.body.appendChild(Object.assign(document.createElement('canvas'), { width: w, height: h }));
      const context = canvas.getContext('2d');
      const stream = canvas.captureStream(12);
      const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 600_000 });
      const parts = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      globalThis.draw = async (jpeg) =>
        context.drawImage(await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${jpeg}`)).blob()), 0, 0, w, h);
      globalThis.finish = () =>
        new Promise((resolve) => {
          recorder.onstop = () => {
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
            reader.readAsDataURL(new Blob(parts));
          };
          recorder.stop();
        });
      recorder.start();
    },
    [width, height],
  );
  await page.bringToFront();
  const started = Date.now();
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    void studio.evaluate((jpeg) => globalThis.draw(jpeg), data).catch(() => {});
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, maxWidth: width, maxHeight: height });
  return {
    stop: async () => {
      await session.send('Page.stopScreencast');
      const millis = Date.now() - started;
      return withDuration(Buffer.from(await studio.evaluate(() => globalThis.finish()), 'base64'), millis);
    },
  };
}
