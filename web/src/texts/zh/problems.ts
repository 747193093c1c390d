import { limits, passwordsDiffer } from '@bedplate/contract';

/** What the rules for people, passwords and projects, which both sides share, say about a field: English sentence → Chinese. */
export const problems: Readonly<Record<string, string>> = {
  'Enter an email address.': '请输入电子邮件地址。',
  'Please enter a valid email address': '请输入有效的电子邮件地址',
  [`An email address has at most ${limits.emailLength} characters.`]: `电子邮件地址最多 ${limits.emailLength} 个字符。`,
  'Enter your password.': '请输入您的密码。',
  [`A password needs at least ${limits.passwordMin} characters.`]: `密码至少需要 ${limits.passwordMin} 个字符。`,
  [`A password has at most ${limits.passwordMax} characters.`]: `密码最多 ${limits.passwordMax} 个字符。`,
  'A password needs letters and at least one number or symbol.': '密码需要包含字母以及至少一个数字或符号。',
  'A password must not contain halves of characters.': '密码不能包含不完整的字符。',
  'This password is not strong enough. Choose a longer one.': '此密码强度不够。请选择更长的密码。',
  [passwordsDiffer]: '密码与确认密码不一致。',
  'Enter a name.': '请输入姓名。',
  [`A name has at most ${limits.nameLength} characters.`]: `姓名最多 ${limits.nameLength} 个字符。`,
  'A name must not contain control characters or halves of characters.': '姓名不能包含控制字符或不完整的字符。',
  'A user with this email address already exists.': '使用此电子邮件地址的用户已存在。',
  'Choose the project of this user.': '请选择此用户的项目。',
  'Enter a project name.': '请输入项目名称。',
  [`A project name has at most ${limits.nameLength} characters.`]: `项目名称最多 ${limits.nameLength} 个字符。`,
  [`A description has at most ${limits.descriptionLength} characters.`]: `描述最多 ${limits.descriptionLength} 个字符。`,
};
