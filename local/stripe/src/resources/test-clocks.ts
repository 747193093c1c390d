import { advance } from '../billing/advance.ts';
import { emit } from '../state/events.ts';
import { invalid } from '../state/failure.ts';
import { listPage } from '../http/list-page.ts';
import { integer, required, text } from '../http/params.ts';
import { get, listParams, post, remove, type Route } from '../http/route.ts';

const path = '/v1/test_helpers/test_clocks';

export const testClockRoutes: Route[] = [
  post(path, ['frozen_time', 'name'], ({ state, params }) => {
    const frozen = integer(params, 'frozen_time') ?? Number(required(params, 'frozen_time'));
    return state.testClocks.add({
      id: state.id('clock'),
      object: 'test_helpers.test_clock',
      created: state.now(),
      deletes_after: frozen + 30 * 86_400,
      frozen_time: frozen,
      livemode: false,
      name: text(params, 'name') ?? null,
      status: 'ready',
      status_details: {},
    });
  }),
  get(path, [...listParams], ({ state, params }) => listPage(state.testClocks.all(), params, path)),
  get(`${path}/:id`, [], ({ state, ids: [id = ''] }) => state.testClocks.get(id)),
  post(`${path}/:id/advance`, ['frozen_time'], ({ state, params, ids: [id = ''] }) => {
    const clock = state.testClocks.get(id);
    const target = integer(params, 'frozen_time') ?? 0;
    if (clock.status !== 'ready') throw invalid('Test clock advancement underway - cannot perform modifications.', { status: 429 });
    if (target <= clock.frozen_time) throw invalid('You cannot advance a test clock to the past.', { param: 'frozen_time' });
    const answer = { ...clock, frozen_time: target, status: 'advancing', status_details: { advancing: { target_frozen_time: target } } };
    clock.frozen_time = target;
    clock.status = 'advancing';
    // The real service also works for a while; who advances a clock has to wait for `ready`.
    setImmediate(() => {
      advance(state);
      clock.status = 'ready';
      emit(state, 'test_helpers.test_clock.ready', clock);
    });
    return answer;
  }),
  remove(`${path}/:id`, [], ({ state, ids: [id = ''] }) => {
    state.testClocks.get(id);
    state.testClocks.remove(id);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  }),
];
