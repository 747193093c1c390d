import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { log } from '../config/log.ts';

/** The platform ends a process ten seconds after SIGTERM: https://docs.cloud.google.com/run/docs/container-contract#instance-shutdown */
const forRequests = 6_000;
const forClosing = 2_500;

const closing: (() => Promise<unknown>)[] = [];
const idle = new Set<() => void>();
let underWay = 0;
let isReady = false;
let isOurs = false;

/**
 * Lets an instance answer its requests and give back what it holds before it ends. The Functions Framework ends its process at once
 * (`process.exit()` in its listener for SIGTERM, build/src/invoker.js), cuts what is under way and answers it with a 500. Its listener
 * comes after ours, so ours takes its place with the first request: an instance without one holds nothing.
 * @param close runs after the last request, for at most two and a half seconds
 */
export function endInOrder(close?: () => Promise<unknown>): void {
  if (close) closing.push(close);
  if (isReady) return;
  isReady = true;
  subscribe('http.server.request.start', (message) => begin((message as { response: ServerResponse }).response)); // shape documented by Node
}

function begin(response: ServerResponse): void {
  underWay += 1;
  if (!isOurs) process.removeAllListeners('SIGTERM').on('SIGTERM', end);
  isOurs = true;
  response.once('close', () => {
    underWay -= 1;
    if (underWay === 0) for (const resolve of idle) resolve();
  });
}

let isEnding = false;

function end(): void {
  if (isEnding) return;
  isEnding = true;
  void inOrder().finally(() => process.exit(0));
}

async function inOrder(): Promise<void> {
  const answered = underWay === 0 || (await within(forRequests, new Promise<void>((resolve) => idle.add(resolve))));
  const closed = await within(forClosing, Promise.allSettled(closing.map((close) => close())));
  if (!answered || !closed) log.warn('instance.endedEarly', { requestsUnderWay: underWay, isClosed: closed });
}

/** @returns whether the work ended in time */
async function within(millis: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), millis);
  });
  const inTime = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
