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
] as const)('a delivery that failed by %s tells it in Chinese', async (key, chinese) => {
  const english = rendered(furtherRefusals[key], { code: 'EPIPE' });
  expect(deliveryError(english)).toBe(english);
  await loadTexts('zh');
  expect(deliveryError(english)).toBe(chinese);
  expect(deliveryError('Something of tomorrow.')).toBe('Something of tomorrow.');
});
