import type { unsaved as english } from '../en/unsaved.ts';

export const unsaved: Record<keyof typeof english, string> = {
  'unsaved.title': '放弃未保存的更改？',
  'unsaved.text': '您在“{form}”中输入的内容尚未保存。',
  'unsaved.keep': '继续编辑',
  'unsaved.discard': '放弃更改',
  'unsaved.saving': '仍在保存',
  'unsaved.unanswered': '服务器尚未响应。您输入的内容可能未保存。',
  'unsaved.leave': '离开',
};
