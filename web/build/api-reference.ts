import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ApiCall } from './api-call.ts';
import { callsOf, type OpenApiDocument } from './calls-of.ts';

const source = fileURLToPath(new URL('../../functions/src/domain/openapi/describe.ts', import.meta.url));

/** @returns every call of the data API, from the OpenAPI document that the API itself answers with */
export async function apiCalls(): Promise<ApiCall[]> {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, platform: 'node', format: 'esm' });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const module: unknown = await import(`data:text/javascript;base64,${code}`);
  // What the file exports; functions/ is no dependency of web/, so its types are not at hand.
  const { describeGeneral } = module as { describeGeneral(origin: string): OpenApiDocument };
  return callsOf(describeGeneral(''));
}
