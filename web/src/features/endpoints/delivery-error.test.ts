import { furtherRefusals, rendered } from '@bedplate/contract';
import { afterEach, expect, test } from 'vitest';
import { loadTexts } from '../../texts/index.ts';
import { deliveryError } from './delivery-error.ts';

afterEach(() => loadTexts('en'));

test.each([
  ['hostUnknown', '无法解析主机名。'],
  ['addressPrivate', '该地址不属于公共互联网。'],
  ['connectionRefused', '连接被拒绝。'],
  ['connectionFailed', '连接失败（EPIPE）。'],
  ['certificateBroken', '主机的证书无效（EPIPE）。'],
  ['receiverSilent', '10 秒内没有响应。'],
  ['receiverOver', '该端点已被移除、已结束、已移至其他项目，或不再接收。'],
] as const)('a delivery that failed by %s tells it in Chinese', async (key, chinese) => {
  const values = { code: 'EPIPE' };
  const failed = { error: rendered(furtherRefusals[key], values), reason: { key, values } };
  expect(deliveryError(failed)).toBe(failed.error);
  await loadTexts('zh');
  expect(deliveryError(failed)).toBe(chinese);
});

test('a failure that nobody has worded is shown as it is kept', async () => {
  await loadTexts('zh');
  expect(deliveryError({ error: 'Something of tomorrow.' })).toBe('Something of tomorrow.');
  expect(deliveryError({ error: 'Something of tomorrow.', reason: { key: 'ofTomorrow' } })).toBe('Something of tomorrow.');
  expect(deliveryError({ error: null })).toBeNull();
});
