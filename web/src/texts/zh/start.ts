import type { start as english } from '../en/start.ts';
import type { Words } from '../lingui/catalogue.ts';

export const start: Record<keyof typeof english, Words> = {
  'start.title': '开始使用',
  'start.about': '通往第一条记录的步骤，完成后自动打勾。',
  'start.hide': '隐藏这些步骤',
  'start.done': '已完成',
  'start.storage': '添加数据存储，其 REST 端点立即可用。',
  'start.key': '为您的应用创建密钥。',
  'start.makeKey': '创建密钥',
  'start.keyName': '第一个应用：{name}',
  'start.keyMade': '此密钥可以读取 {name} 并在其中创建记录。它已填入下面的调用，并且只在这里显示，请立即复制。',
  'start.record': '从终端或您的代码发送第一条记录。',
  'start.live': '在这里实时看到它到达。',
  'start.waiting': '正在等待第一条记录…',
  'start.later': '它会在这里出现，无需刷新。',
  'start.copyRecord': '复制记录',
  'start.open': '打开{name}',
};
