import type { signInAgain as english } from '../en/sign-in-again.ts';

export const signInAgain: Record<keyof typeof english, string> = {
  'again.title': '您的会话已结束',
  'again.text': '您输入的内容仍然保留。请重新登录以继续。',
  'again.leave': '放弃输入的内容',
  'again.pageLost': '您的权限已更改：您无法再使用之前打开的页面。',
};
