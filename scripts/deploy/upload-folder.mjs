import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../suite/paths.mjs';
import { UserError } from '../suite/user-error.mjs';

/**
 * Lays out what Firebase uploads and installs it as Cloud Build does: `npm ci` from the folder's own lock file, in a place where no
 * package of the repository is found (https://docs.cloud.google.com/docs/buildpacks/nodejs).
 * @returns {{ folder: string, remove: () => void }}
 */
export function installUpload() {
  const folder = mkdtempSync(join(tmpdir(), 'bedplate-upload-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  cpSync(join(root, 'functions/dist'), folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return { folder, remove };
  remove();
  throw new UserError(`npm ci fails in the upload folder:\n${stdout}${stderr}`);
}
