import { expect, test } from 'vitest';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { inWrite, refusal } from './refusals.ts';

const gone = say('notFound.Record');
const write = (where: string) => ({ op: 'delete', where }) as never; // only its place is read

test('a refusal keeps the code of its sentence, of one write and of several', () => {
  expect(refusal(write(''), { code: 'not-found', sentence: gone })).toMatchObject({
    message: 'Record not found.',
    text: gone,
    details: undefined,
  });
  expect(refusal(write('writes[3]'), { code: 'not-found', sentence: gone })).toMatchObject({
    message: 'writes[3]: Record not found.',
    text: gone,
    details: [{ field: 'writes[3]', message: 'Record not found.', key: gone.key }],
  });
  expect(refusal(write('[1]'), { code: 'conflict', sentence: say('recordPresent'), field: 'ifExists' })).toMatchObject({
    details: [{ field: '[1].ifExists', message: 'The record exists already.', key: 'recordPresent' }],
  });
});

test('the write is named once, and the codes and values of fields stay', () => {
  const named = inWrite('[2]', invalidField('a', say('fieldNameDot', { name: 'a.b' }))) as ApiError;
  expect(named).toBeInstanceOf(ApiError);
  expect(named.details).toMatchObject([{ field: '[2].a', key: 'fieldNameDot', values: { name: 'a.b' } }]);
  expect(inWrite('[2]', named)).toBe(named);
});
