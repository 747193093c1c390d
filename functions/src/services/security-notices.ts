/** The event that a notice tells. */
export type NoticeKind =
  | 'passwordChanged'
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'keysChanged'
  | 'keyAdded'
  | 'keyChanged'
  | 'keyRemoved'
  | 'adminAdded'
  | 'googleConnected'
  | 'newLogin';

interface NoticeWords {
  readonly subject: string;
  /** `{what}` is the name of the thing that changed. */
  readonly en: string;
  readonly zh: string;
}

export const noticeWords: Readonly<Record<NoticeKind, NoticeWords>> = {
  passwordChanged: {
    subject: 'Your Bedplate password was changed',
    en: 'Your password was changed. All other sessions were ended.',
    zh: '您的密码已更改,所有其他会话已结束。',
  },
  twoFactorOn: {
    subject: 'Two-factor authentication was turned on',
    en: 'Two-factor authentication was turned on. From now on each login asks for a code that we send to this address.',
    zh: '双重验证已开启。今后每次登录都需要输入我们发送到此邮箱的验证码。',
  },
  twoFactorOff: {
    subject: 'Two-factor authentication was turned off',
    en: 'Two-factor authentication was turned off. Logins no longer ask for a code.',
    zh: '双重验证已关闭。登录时不再需要验证码。',
  },
  keysChanged: {
    subject: 'Your Bedplate API keys were changed',
    en: 'The API key and the secret key of your account were changed.',
    zh: '您账户的 API 密钥和私密密钥已更改。',
  },
  keyAdded: {
    subject: 'An API key was added to your Bedplate account',
    en: 'The API key “{what}” was added to your account.',
    zh: '您的账户新增了 API 密钥“{what}”。',
  },
  keyChanged: {
    subject: 'An API key of your Bedplate account was changed',
    en: 'The API key “{what}” of your account was changed.',
    zh: '您账户的 API 密钥“{what}”已更改。',
  },
  keyRemoved: {
    subject: 'An API key of your Bedplate account was removed',
    en: 'The API key “{what}” was removed from your account.',
    zh: '您账户的 API 密钥“{what}”已删除。',
  },
  adminAdded: {
    subject: 'Your Bedplate account has a new admin',
    en: '“{what}” is now an admin of your account and can read and change everything in it.',
    zh: '“{what}”现在是您账户的管理员,可以读取和更改其中的一切。',
  },
  googleConnected: {
    subject: 'A Google account now opens your Bedplate account',
    en: 'Somebody signed in with a Google account that has your email address.',
    zh: '有人使用拥有您邮箱地址的 Google 账户登录。',
  },
  newLogin: {
    subject: 'New login to your Bedplate account',
    en: 'Somebody logged in to your account with a browser and from a network that we have not seen before.',
    zh: '有人使用我们从未见过的浏览器和网络登录了您的账户。',
  },
};
