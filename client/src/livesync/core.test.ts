import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { FakeSource } from '../../test/fake-source.ts';
import { createLiveSyncCore, type LiveSyncCoreOptions } from './core.ts';
import type { LiveEvent } from './events.ts';

const second = 1_000_000;
const hour = 3_600_000;

function start(options: Partial<LiveSyncCoreOptions> = {}, prepare: (source: FakeSource) => void = () => {}) {
  const source = new FakeSource();
  const clock = new FakeClock();
  const events: string[] = [];
  const states: string[] = [];
  const errors: unknown[] = [];
  prepare(source);
  const live = createLiveSyncCore({
    source,
    clock,
    onChange: (event) => events.push(named(event)),
    onState: (state) => states.push(state),
    onError: (error) => errors.push(error),
    ...options,
  });
  return { source, clock, events, states, errors, live };
}

const named = (event: LiveEvent) =>
  event.type === 'gap' ? 'gap' : event.type === 'delete' ? `delete ${event.id}` : `${event.type} ${event.id}@${String(event.record.at)}`;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const t0 = 1_000_000_000;

test('create, update and delete arrive once and in order; what was there before is silent', () => {
  const { source, events, states } = start({}, (s) => s.write('old', t0 + 1));
  source.write('a', t0 + 2);
  source.write('a', t0 + 3);
  source.write('old', t0 + 4);
  source.delete('a', t0 + 5);
  expect(events).toEqual([`create a@${t0 + 2}`, `update a@${t0 + 3}`, `update old@${t0 + 4}`, 'delete a']);
  expect(states).toEqual(['live']);
});

// Covers S0-7-59
test('a soft delete arrives as a delete event, and a restore as a create event', () => {
  const { source, events } = start({}, (s) => s.write('a', t0 - 5));
  source.delete('a', t0 + 1);
  source.write('a', t0 + 2, { createdAt: t0 - 5, restore: true });
  expect(events).toEqual(['delete a', `create a@${t0 + 2}`]);
});

test('a restore of a record deleted before LiveSync began is a create event too', () => {
  const { source, events } = start();
  source.write('a', t0 + 2, { createdAt: t0 - 5, restore: true });
  expect(events).toEqual([`create a@${t0 + 2}`]);
});

test('a repeated delivery is not reported again', () => {
  const { source, events } = start();
  source.write('a', t0 + 1);
  source.delete('b', t0 + 2);
  source.say(true, { records: [...source.records.values()], deletions: [...source.deleted.values()] });
  expect(events).toEqual([`create a@${t0 + 1}`, 'delete b']);
});

test('an older time in a running listener is still a change: clocks of servers differ', () => {
  const { source, events } = start();
  source.write('a', t0 + 20);
  source.write('a', t0 + 10);
  expect(events).toEqual([`create a@${t0 + 20}`, `update a@${t0 + 10}`]);
});

test('a purge of a record already deleted is no second delete', () => {
  const { source, events } = start();
  source.delete('a', t0 + 1);
  source.delete('a', t0 + 2);
  expect(events).toEqual(['delete a']);
});

test('changes of one delivery come in the order in which they happened', () => {
  const { source, clock, events } = start();
  source.fail(new Error('cut'));
  source.write('b', t0 + 3);
  source.write('a', t0 + 2);
  source.delete('c', t0 + 1);
  clock.advance(2000);
  expect(events).toEqual(['delete c', `create a@${t0 + 2}`, `create b@${t0 + 3}`]);
});

test('a listener that fails is opened again and catches up exactly', () => {
  const { source, clock, events, states, errors } = start();
  source.write('a', t0 + 100 * second);
  source.fail(new Error('cut'));
  source.write('a', t0 + 101 * second);
  source.write('b', t0 + 102 * second);
  source.delete('z', t0 + 103 * second);
  clock.advance(2000);
  expect(events.slice(1)).toEqual([`update a@${t0 + 101 * second}`, `create b@${t0 + 102 * second}`, 'delete z']);
  expect(source.anchors).toEqual([null, t0 + 95 * second]);
  expect(states).toEqual(['live', 'offline', 'catching-up', 'live']);
  expect(errors).toHaveLength(1);
});

test('a short drop is caught up by the running listener', () => {
  const { source, events, states, clock } = start();
  source.say(false);
  clock.advance(hour);
  source.say(true, {
    records: [{ id: 'a', updatedAt: t0 + 9, createdAt: t0 + 9, record: { id: 'a', at: 9, createdAt: '', updatedAt: '' } }],
  });
  expect(events).toEqual(['create a@9']);
  expect(states).toEqual(['live', 'offline', 'live']);
});

test('after a drop longer than tombstones are kept it says gap and reads the list again', async () => {
  let reads = 0;
  const { source, clock, events } = start({ fetch: () => reads++ });
  await settle();
  source.say(false);
  clock.advance(8 * 24 * hour);
  source.say(true, { records: [{ id: 'a', updatedAt: t0 + 9, createdAt: t0 + 9, record: { id: 'a', createdAt: '', updatedAt: '' } }] });
  await settle();
  expect([events, reads]).toEqual([['gap'], 2]);
  source.write('b', t0 + 10);
  expect(events).toEqual(['gap', `create b@${t0 + 10}`]);
});

test('a machine that slept longer than that says gap, though the connection looks alive', () => {
  const { source, clock, events } = start();
  clock.sleep(8 * 24 * hour);
  expect(events).toEqual(['gap']);
  expect(source.count).toBe(1);
  source.write('b', t0 + 10);
  expect(events).toEqual(['gap', `create b@${t0 + 10}`]);
});

test('a machine that slept an hour catches up with a new listener', () => {
  const { source, clock, events } = start();
  clock.sleep(hour);
  expect([events, source.anchors.length, source.count]).toEqual([[], 2, 1]);
});

test('a delete with a slightly earlier time than the last update is not lost in a catch-up', () => {
  const { source, clock, events } = start();
  source.write('a', t0 + 100 * second);
  source.fail(new Error('cut'));
  source.delete('a', t0 + 99 * second);
  clock.advance(2000);
  expect(events).toEqual([`create a@${t0 + 100 * second}`, 'delete a']);
});

test('after 500 events it listens from a later anchor, without repeating or losing any', () => {
  const { source, events } = start();
  for (let i = 1; i <= 1100; i++) source.write(`r${i}`, t0 + i * second);
  expect(events).toHaveLength(1100);
  expect(new Set(events).size).toBe(1100);
  expect(source.anchors).toEqual([null, t0 + 495 * second, t0 + 990 * second]);
  expect(source.count).toBe(1);
});

test('a busy storage costs at most one and a quarter of a read more for each event, and its listeners stay small', async () => {
  const { source, clock, events } = start();
  let largest = 0;
  for (let i = 1; i <= 20_000; i++) {
    source.write(`r${i}`, t0 + i * (second / 50));
    clock.advance(20);
    if (i % 50 !== 0) continue;
    largest = Math.max(largest, source.largest);
    await settle(); // spans are read
  }
  expect(events).toHaveLength(20_000);
  expect(source.spans.length).toBeGreaterThan(3);
  expect(source.sent).toBeLessThanOrEqual(2.25 * 20_000);
  // Five seconds' worth, and four times as many until the next takes over.
  expect(largest).toBeLessThanOrEqual(5 * 250 + 1);
});

test('a first listener that finds many changes is followed by a small one', () => {
  const { source } = start({ since: 900_000 }, (s) => {
    for (let i = 1; i <= 1000; i++) s.write(`r${i}`, 900 * second + i * (second / 10));
  });
  expect(source.anchors).toEqual([900 * second, 995 * second]);
  expect(source.largest).toBe(50);
});

test('after 10 minutes with a change it listens from a later anchor, and without one it stays', () => {
  const quiet = start();
  quiet.clock.advance(hour);
  expect(quiet.source.anchors).toEqual([null]);
  const busy = start();
  busy.source.write('a', t0 + 600 * second);
  busy.clock.advance(11 * 60_000);
  expect(busy.source.anchors).toEqual([null, t0 + 595 * second]);
  expect(busy.events).toHaveLength(1);
});

test('a listener about to expire goes on until its successor has caught up', () => {
  const { source, events, states } = start();
  source.write('a', t0 + 1);
  source.held = true;
  source.expire();
  source.write('b', t0 + 2);
  expect([events.length, source.count]).toEqual([2, 2]);
  source.connect();
  source.write('c', t0 + 3);
  expect([events.length, source.count]).toEqual([3, 1]);
  expect(states).toEqual(['live']);
});

test('a failed successor is tried again while the old listener goes on', () => {
  const { source, clock, events } = start();
  source.expire();
  expect(source.count).toBe(1);
  source.fail(new Error('cut'));
  clock.advance(2000);
  source.write('a', t0 + 1);
  expect(events).toEqual([`create a@${t0 + 1}`]);
});

test('pauses between attempts grow', () => {
  const { source, clock } = start({}, (s) => (s.held = true));
  for (let i = 0; i < 12; i++) {
    source.held = true;
    source.fail(new Error('refused'));
    clock.advance(90_000);
  }
  expect(source.anchors.length).toBe(13);
  source.fail(new Error('refused'));
  clock.advance(30_000);
  expect(source.anchors.length).toBe(13);
});

test('a fatal error ends it', () => {
  const { source, clock, live, errors } = start({ isFatal: () => true });
  source.fail(new Error('refused'));
  clock.advance(hour);
  expect([source.anchors.length, clock.pending, live.state, errors.length]).toEqual([1, 0, 'offline', 1]);
});

test('a write committed a minute late under its earlier time is found', async () => {
  const { source, clock, events } = start();
  for (let i = 1; i <= 500; i++) source.write(`r${i}`, t0 + i * second);
  source.write('late', t0 + 450 * second);
  source.write('r3', t0 + 460 * second, { createdAt: t0 + 3 * second });
  source.delete('r4', t0 + 470 * second);
  expect(events).toHaveLength(500);
  clock.advance(60_000);
  await settle();
  expect(events.slice(500)).toEqual([`create late@${t0 + 450 * second}`, `update r3@${t0 + 460 * second}`, 'delete r4']);
  expect(source.spans).toEqual([[t0 + 435 * second, t0 + 495 * second]]);
  clock.advance(hour);
  await settle();
  expect([events.length, source.spans.length]).toEqual([503, 1]);
});

test('spans that are read for late writes leave nothing out and nothing is in two', async () => {
  const { source, clock } = start();
  for (let i = 1; i <= 5000; i++) {
    source.write(`r${i}`, t0 + i * (second / 10));
    clock.advance(100);
    await settle();
  }
  expect(source.spans.length).toBeGreaterThan(2);
  source.spans.slice(1).forEach(([after], i) => expect(after).toBe(source.spans[i]?.[1]));
});

test('a span that cannot be read is read a minute later', async () => {
  const { source, clock, events, errors } = start();
  for (let i = 1; i <= 500; i++) source.write(`r${i}`, t0 + i * second);
  source.write('late', t0 + 450 * second);
  source.broken = true;
  clock.advance(60_000);
  await settle();
  expect([events.length, errors.length]).toEqual([500, 1]);
  source.broken = false;
  clock.advance(60_000);
  await settle();
  expect(events.slice(500)).toEqual([`create late@${t0 + 450 * second}`]);
});

test('a change that overtook the reading of a span is not undone by it', async () => {
  const { source, clock, events } = start();
  for (let i = 1; i <= 500; i++) source.write(`r${i}`, t0 + i * second);
  source.write('r470', t0 + 471 * second, { createdAt: t0 + 470 * second });
  clock.advance(60_000); // the span is read here
  source.write('r470', t0 + 600 * second);
  await settle();
  expect(events.slice(500)).toEqual([`update r470@${t0 + 600 * second}`]);
});

test('events wait while the list is read, so that an older list cannot overwrite them', async () => {
  const list = Promise.withResolvers<void>();
  const { source, events } = start({ fetch: () => list.promise });
  await settle();
  source.write('a', t0 + 1);
  expect(events).toEqual([]);
  list.resolve();
  await settle();
  expect(events).toEqual([`create a@${t0 + 1}`]);
});

test('an app that fails on an event gets the others all the same', async () => {
  const list = Promise.withResolvers<void>();
  const seen: string[] = [];
  const onChange = (event: LiveEvent) => {
    seen.push(named(event));
    if (seen.length % 2 === 1) throw new Error(`cannot show ${named(event)}`);
  };
  const { source, states, errors } = start({ fetch: () => list.promise, onChange });
  await settle();
  source.write('a', t0 + 1);
  source.write('b', t0 + 2);
  list.resolve();
  await settle();
  source.say(false);
  source.say(true, { records: [source.records.get('a'), source.records.get('b')].map((r) => ({ ...r!, updatedAt: r!.updatedAt + 5 })) });
  expect(seen).toEqual([`create a@${t0 + 1}`, `create b@${t0 + 2}`, `update a@${t0 + 1}`, `update b@${t0 + 2}`]);
  expect(errors).toHaveLength(2);
  expect(states).toEqual(['live', 'offline', 'live']);
});

test('an app that closes in the middle of what waited hears no more of it', async () => {
  const list = Promise.withResolvers<void>();
  const seen: string[] = [];
  const { source, live } = start({
    fetch: () => list.promise,
    onChange: (event) => {
      seen.push(named(event));
      live.close();
    },
  });
  await settle();
  source.write('a', t0 + 1);
  source.write('b', t0 + 2);
  list.resolve();
  await settle();
  expect(seen).toEqual([`create a@${t0 + 1}`]);
});

test('an app that closes on a gap reads no list', async () => {
  let reads = 0;
  const { source, clock, live } = start({ fetch: () => void reads++, retention: hour, onChange: () => live.close() });
  await settle();
  source.say(false);
  clock.sleep(2 * hour);
  source.say(true);
  await settle();
  expect([reads, live.state, source.count]).toEqual([1, 'offline', 0]);
});

test('a list that cannot be read is read again', async () => {
  let reads = 0;
  const { source, clock, events, errors } = start({
    fetch: () => {
      if (++reads === 1) throw new Error('down');
    },
  });
  await settle();
  source.write('a', t0 + 1);
  clock.advance(1000);
  await settle();
  expect([reads, events, errors.length]).toEqual([2, [`create a@${t0 + 1}`], 1]);
});

test('since reports what changed after a given time', () => {
  const { source, events } = start({ since: 900_000 }, (s) => {
    s.held = true;
    s.write('before', 899 * second);
    s.write('a', 950 * second);
  });
  source.connect();
  expect(events).toEqual([`create a@${950 * second}`]);
});

test('replay reports what changed shortly before the start', () => {
  const { source, events } = start({ replay: true }, (s) => {
    s.held = true;
    s.write('a', t0 + 1);
    s.write('old', t0 + 2, { createdAt: t0 - 1 });
  });
  source.connect();
  expect(events).toEqual([`create a@${t0 + 1}`, `update old@${t0 + 2}`]);
});

test('nothing is reported after close, and no timer is left', () => {
  const { source, live, events, clock } = start();
  for (let i = 1; i <= 500; i++) source.write(`r${i}`, t0 + i * second);
  live.close();
  source.write('a', t0 + 501 * second);
  expect([events.length, source.count, clock.pending]).toEqual([500, 0, 0]);
});

test('a record that leaves one listener and is in another with the same change stays', () => {
  const { source, events } = start();
  source.write('a', t0 + 1);
  const [a] = source.records.values();
  const state = (at: number) => ({
    ...a,
    id: 'a',
    updatedAt: at,
    createdAt: t0 + 1,
    record: { id: 'a', at, createdAt: '', updatedAt: '' },
  });
  const departure = (leftAt: number) => ({ id: 'a', deletedAt: leftAt, isDeparture: true as const });
  source.say(true, { records: [state(t0 + 2)], deletions: [departure(t0 + 2)] });
  source.say(true, { deletions: [departure(t0 + 2)] }); // told late
  expect(events).toEqual([`create a@${t0 + 1}`, `update a@${t0 + 2}`]);
  source.say(true, { deletions: [departure(t0 + 3)] });
  expect(events.slice(2)).toEqual(['delete a']);
  source.say(true, { records: [{ ...state(t0 + 4), restoredAt: t0 + 4 }] });
  expect(events.slice(3)).toEqual([`create a@${t0 + 4}`]);
});

test('who has listened before, and now by other rules, is told of a gap and reads the list again', async () => {
  let reads = 0;
  const { source, clock, events } = start({ fetch: () => reads++ });
  await settle();
  source.isIncomplete = true;
  source.fail(new Error('cut'));
  clock.advance(2000);
  await settle();
  expect([events, reads]).toEqual([['gap'], 2]);
});

test('who begins by new rules reads the list anyway; who asks since a time is told of a gap', async () => {
  const incomplete = (source: FakeSource) => void (source.isIncomplete = true);
  const { events } = start({ fetch: () => {} }, incomplete);
  const since = start({ fetch: () => {}, since: 5 }, incomplete);
  await settle();
  expect([events, since.events]).toEqual([[], ['gap']]);
});
