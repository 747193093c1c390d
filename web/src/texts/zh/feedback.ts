import type { feedback as english } from '../en/feedback.ts';

export const feedback: Record<keyof typeof english, string> = {
  'menu.feedback': '反馈',
  'feedback.subtitle': '告诉我们哪些好用、哪些不好用。有人会阅读并回复。',
  'feedback.fullName': '姓名',
  'feedback.subject': '主题',
  'feedback.message': '留言',
  'feedback.attach': '附加图片',
  'feedback.images': '图片',
  'feedback.attached': '已附图片（{count}）',
  'feedback.removeImage': '移除 {name}',
  'feedback.notImage': '{name} 不是图片（jpg、jpeg、png、gif、bmp 或 webp）。',
  'feedback.imageTooLarge': '{name} 大于 {size} MB。',
  'feedback.tooMany': '最多附加 {count} 张图片。',
  'feedback.send': '发送反馈',
  'feedback.sending': '发送中...',
  'feedback.soon': '我们会尽快回复您，敬请期待！',
  'feedback.required': '请填写所有必填字段',
  'feedback.badEmail': '请输入有效的电子邮件地址',
};
