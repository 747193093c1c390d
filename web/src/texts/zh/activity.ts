import type { activity as english } from '../en/activity.ts';

export const activity: Record<keyof typeof english, string> = {
  'activity.title': '活动日志',
  'activity.failed': '无法加载活动日志。',
  'activity.empty': '登录以及存储和数据的更改会显示在这里。',
  'activity.projectId': '项目 ID',
  'activity.adminId': '管理员 ID',
  'activity.module': '模块',
  'activity.activity': '活动',
  'activity.copyProjectId': '复制此行的项目 ID',
  'activity.copyAdminId': '复制管理员 ID',
};
