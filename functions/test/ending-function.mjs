// A function that holds something, for src/runtime/ending.test.ts. `begun` and `given back` are told on standard output.
import { setTimeout as pause } from 'node:timers/promises';
import { endInOrder } from '../src/runtime/ending.ts';

if (process.env.IN_ORDER === '1') {
  endInOrder(async () => {
    await pause(Number(process.env.CLOSES_IN ?? 200));
    console.log('given back');
  });
}

export async function slow(request, response) {
  console.log('begun');
  await pause(Number(request.query.millis));
  response.send('answered');
}
