import { createRequire } from 'node:module';

/**
 * Preloaded into firebase-tools: its Storage emulator answers 501 when a resumable upload is cancelled, and goes on taking bytes.
 * Cloud Storage answers 499 to that and to all that comes later at the upload's address.
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
 */
const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase') && process.argv.includes('emulators:start')) {
  const gcloud = require('firebase-tools/lib/emulator/storage/apis/gcloud.js');
  const { createCloudEndpoints } = gcloud;
  if (typeof createCloudEndpoints !== 'function')
    throw new Error(`firebase-tools builds storage otherwise now: see ${import.meta.filename}.`);
  gcloud.createCloudEndpoints = (...given) => refusingCancelled(createCloudEndpoints(...given));
}

function refusingCancelled(endpoints) {
  const cancelled = new Set();
  return (req, res, next) => {
    const id = req.path.startsWith('/upload/') ? req.query.upload_id : undefined;
    if (id && req.method === 'DELETE') cancelled.add(id);
    if (!cancelled.has(id)) return endpoints(req, res, next);
    req.resume(); // whoever sends reads the answer after the last byte
    res.status(499).end();
  };
}
