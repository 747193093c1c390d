import { limits } from '@bedplate/contract';
import { ApiError, invalidField, say } from '../errors/api-error.ts';

/** Far above every documented depth; protects recursive code from hostile nesting. */
const maxDepth = 100;

interface ShapeLimits {
  /** Objects and arrays, of any depth. */
  readonly containers: number;
  /** Values of arrays and fields of objects, of any depth. */
  readonly values: number;
}

/**
 * Looks at JSON text before it is parsed: what is small on the wire can be large in memory, and 200,000
 * empty arrays hold up everybody's calls for seconds.
 * @returns how many members its objects have, those of one name counted each
 * @throws {ApiError} invalid-argument for hostile nesting; payload-too-large for too many parts
 */
export function checkShape(bytes: Uint8Array, most: ShapeLimits): { members: number } {
  const { depth, containers, values, members } = shapeOf(bytes);
  if (depth > maxDepth) throw invalidField('', say('jsonDeep', { max: maxDepth }));
  if (containers > most.containers) throw new ApiError('payload-too-large', say('jsonContainers', { max: most.containers }));
  if (values > most.values) throw new ApiError('payload-too-large', say('jsonValues', { max: most.values }));
  return { members };
}

/** A body of a request. */
export const bodyShape: ShapeLimits = { containers: limits.jsonContainers, values: limits.jsonValues };

/** Counts outside of strings, without recursion. */
function shapeOf(bytes: Uint8Array): ShapeLimits & { depth: number; members: number } {
  let [level, depth, containers, values, members] = [0, 0, 0, 1, 0];
  let inString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (inString) {
      if (byte === 0x5c) i += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x3a) members += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      containers += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (byte === 0x7d || byte === 0x5d) level -= 1;
  }
  return { depth, containers, values: values + containers, members };
}
