import type { RequestHandler } from 'express';
import { addHeader } from './answer-head.ts';
import { newMeter, withMeter } from '../store/model/meter.ts';

/**
 * Puts the billed Firestore operations into every answer's headers. Reads of shared documents (keys,
 * projects, storages, credit leases) are not counted for single requests.
 */
export const meterHeaders: RequestHandler = (_req, res, next) => {
  const meter = newMeter();
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res; // its overloads take the same arguments through
  const counted = (...args: unknown[]) => {
    // They tell how many records were looked at: rules may hide those from the caller.
    if (res.locals.isBound) return writeHead(...args);
    addHeader(res, 'X-Bedplate-Reads', String(meter.reads));
    addHeader(res, 'X-Bedplate-Writes', String(meter.writes));
    addHeader(res, 'X-Bedplate-Deletes', String(meter.deletes));
    return writeHead(...args);
  };
  res.writeHead = counted; // by its name, or V8 keeps the request: decision 031
  withMeter(meter, next);
};
