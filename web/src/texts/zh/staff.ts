import type { officeMessages as english } from '@bedplate/contract';

export const staff: Record<keyof typeof english, string> = {
  denied: '用户登录被拒绝。',
  inboxFailed: '获取消息失败。请稍后再试。',
  replySent: '您的回复已发送。',
  subscriptionFailed: '更改订阅失败',
  productAdded: '产品已添加。',
  productUpdated: '产品已更新。',
  productDeleted: '产品已删除。',
  productAddFailed: '添加产品失败',
  productUpdateFailed: '更新产品失败',
  productDeleteFailed: '删除产品失败',
  discountAdded: '折扣已创建',
  discountUpdated: '折扣已更新',
  discountAddFailed: '创建折扣失败',
  discountUpdateFailed: '更新折扣失败',
};
