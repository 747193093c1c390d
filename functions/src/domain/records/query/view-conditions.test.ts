import { expect, test } from 'vitest';
import { viewConditions } from './view-conditions.ts';

test.each(['search=a', 'deleted=only', 'deleted=include', 'explain=true'])(
  '%s is no condition of a data view, which has its own',
  (where) => {
    expect(() => viewConditions(where)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field: 'where', key: 'whereFields' })] }),
    );
  },
);

test('the conditions of a data view are those of lists', () => {
  expect(viewConditions('status=open&or=(price<5,stock>0)')).toMatchObject({
    filters: [{ path: 'status', operator: '=' }],
    either: expect.any(Object),
  });
});
