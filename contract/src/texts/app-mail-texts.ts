/** The words of a mail to an app user. Paragraphs of the body are apart by an empty line. */
export interface AppMailText {
  subject: string;
  heading: string;
  body: string;
  /** On the button that opens the link; only of mails that have one. */
  button?: string;
  closing: string;
}

/** Each kind of mail, with the names that its text may hold in braces. A code, and the button of a link, stand below the body by themselves. */
export const appMailKinds = {
  signIn: ['name', 'app', 'code'],
  signInLink: ['name', 'app', 'code'],
  reset: ['name', 'app', 'code'],
  known: ['name', 'app'],
  invited: ['app', 'code', 'day'],
  invitedLink: ['app', 'day'],
  team: ['team', 'inviter', 'app', 'code', 'day'],
  teamLink: ['team', 'inviter', 'app', 'day'],
  newEmail: ['name', 'app', 'code'],
  emailAsked: ['name', 'app'],
  emailChanged: ['name', 'app', 'code'],
  deleted: ['name', 'app', 'code', 'day'],
  passkeyAdded: ['name', 'app', 'passkey'],
  passkeyRemoved: ['name', 'app', 'passkey'],
  passkeyCopied: ['name', 'app', 'passkey'],
  factorCode: ['name', 'app', 'code'],
  factorCodeNew: ['name', 'app', 'code'],
  factorOn: ['name', 'app', 'way'],
  factorOff: ['name', 'app'],
  factorWayOff: ['name', 'app', 'way'],
  factorCodes: ['name', 'app'],
  factorByApp: ['name', 'app'],
  waysProved: ['name', 'app', 'ways'],
  waysUndone: ['name', 'app', 'ways'],
} as const satisfies Record<string, readonly string[]>;
export type AppMailKind = keyof typeof appMailKinds;

/** The ways that `{way}` and `{ways}` name. */
export const appMailWords = {
  way: ['totp', 'passkey', 'mail'],
  ways: ['factor', 'passkeys', 'identities'],
} as const;
export type AppMailWord = (typeof appMailWords)[keyof typeof appMailWords][number];
type Words = Record<AppMailWord, string>;

interface Language {
  texts: Record<AppMailKind, AppMailText>;
  words: Words;
  /** Below every mail; `{app}` is the app. */
  sentFor: string;
  /** Before the address of a link that the button may not open. */
  linkBelow: string;
}

const hello = 'Hello {name}';
const nothingToDo =
  'If you wanted this, there is nothing to do. If not, set a new password, end your other sessions and ask the app for help.';
const ifYours = 'If it was you, there is nothing to do. If not, set a new password, end your other sessions and look at your passkeys.';
const ignore = 'If you did not ask for this, you can ignore this mail. Tell nobody the code.';
const notExpected = 'If you did not expect this, you can ignore this mail.';
const somebodyKnows = 'Tell nobody the code. If you did not ask for it, somebody knows your password: set a new one.';

const helloZh = '您好，{name}';
const nothingToDoZh = '如果是您本人的意愿，则无需任何操作。如果不是，请设置新密码，结束您的其他会话，并向该应用求助。';
const ifYoursZh = '如果是您本人，则无需任何操作。如果不是，请设置新密码，结束您的其他会话，并检查您的通行密钥。';
const ignoreZh = '如果这不是您的请求，可以忽略此邮件。请勿将验证码告诉任何人。';
const notExpectedZh = '如果您没有预料到此邮件，可以忽略它。';
const somebodyKnowsZh = '请勿将验证码告诉任何人。如果这不是您的请求，说明有人知道您的密码：请设置新密码。';

/** The texts that a storage has before its owner writes others. */
export const appMailLanguages = {
  en: {
    sentFor: 'Bedplate sends this mail for {app}.',
    linkBelow: 'If the button does not work, open {link}',
    words: {
      totp: 'a code of an authenticator app',
      passkey: 'a passkey',
      mail: 'a mailed code',
      factor: 'second factor',
      passkeys: 'passkeys',
      identities: 'linked accounts elsewhere',
    },
    texts: {
      signIn: {
        subject: 'Your code for {app}',
        heading: hello,
        body: 'Enter this code at {app}. It works once, within 10 minutes.',
        closing: ignore,
      },
      signInLink: {
        subject: 'Your code for {app}',
        heading: hello,
        body: 'Enter this code at {app}. It works once, within 10 minutes.\n\nOr open the link and confirm there, in the browser in which you want to be signed in.',
        button: 'Sign In',
        closing: ignore,
      },
      reset: {
        subject: 'Your new password for {app}',
        heading: hello,
        body: 'You asked to set a new password for {app}. Enter this code there. It works once, within one hour.',
        closing: 'If you did not ask for this, you can ignore this mail: your password stays as it is.',
      },
      known: {
        subject: 'You are already signed up at {app}',
        heading: hello,
        body: 'Someone, probably you, tried to sign up at {app} with this address. You already have an account there, so nothing was changed.',
        closing: 'If it was not you, there is nothing to do.',
      },
      invited: {
        subject: 'You are invited to {app}',
        heading: 'Hello',
        body: 'You are invited to {app}. Sign up there with this code. It works once, until {day}.',
        closing: 'If you did not expect this, you can ignore this mail: no account is made.',
      },
      invitedLink: {
        subject: 'You are invited to {app}',
        heading: 'Hello',
        body: 'You are invited to {app}. Open the link and choose how you sign in. It works once, until {day}.',
        button: 'Accept',
        closing: 'If you did not expect this, you can ignore this mail: no account is made.',
      },
      team: {
        subject: 'You are invited to a team at {app}',
        heading: 'Hello',
        body: '{inviter} invites you to the team {team} at {app}. Sign in there with this address, and join with the code. It works once, until {day}.',
        closing: notExpected,
      },
      teamLink: {
        subject: 'You are invited to a team at {app}',
        heading: 'Hello',
        body: '{inviter} invites you to the team {team} at {app}. Sign in there with this address, and join with the link. It works once, until {day}.',
        button: 'Join the Team',
        closing: notExpected,
      },
      newEmail: {
        subject: 'Your new address at {app}',
        heading: hello,
        body: 'Enter this code at {app} to use this address there. It works once, within 10 minutes.',
        closing: ignore,
      },
      emailAsked: {
        subject: 'Your address at {app} is about to change',
        heading: hello,
        body: 'Someone, probably you, asked to use another address for your account at {app}.',
        closing: 'If it was not you, someone has your session and knows your password: set a new password at once.',
      },
      emailChanged: {
        subject: 'Your address at {app} has changed',
        heading: hello,
        body: 'Your account at {app} has another address now. If it was you, there is nothing to do.\n\nIf it was not you, enter this code there within seven days: this address comes back, every session ends, and you set a new password by a mail.',
        closing: 'We send this mail to the address that your account has had until now.',
      },
      deleted: {
        subject: 'Your account at {app} is deleted',
        heading: hello,
        body: 'Your account at {app} is deleted: nobody can sign in to it. On {day} it goes for good.\n\nIf you change your mind before that day, or if it was not you, enter this code there. It works once.',
        closing: 'If you wanted this, there is nothing to do.',
      },
      passkeyAdded: {
        subject: 'A new passkey signs you in at {app}',
        heading: hello,
        body: 'The passkey “{passkey}” now signs you in to your account at {app}.',
        closing: ifYours,
      },
      passkeyRemoved: {
        subject: 'A passkey was removed at {app}',
        heading: hello,
        body: 'The passkey “{passkey}” no longer signs you in to your account at {app}.',
        closing: ifYours,
      },
      passkeyCopied: {
        subject: 'A passkey may have been copied at {app}',
        heading: hello,
        body: 'A sign-in was refused: the passkey “{passkey}” may be in a second device. It is one of your account at {app}.',
        closing: 'Remove it, and add another one. If you did not sign in just now, end your other sessions as well.',
      },
      factorCode: {
        subject: 'Your code for {app}',
        heading: hello,
        body: 'Enter this code at {app} to prove that it is you. It works once, within 10 minutes.',
        closing: somebodyKnows,
      },
      factorCodeNew: {
        subject: 'Your code for {app}',
        heading: hello,
        body: 'Enter this code at {app} to use mailed codes as your second factor. It works once, within 10 minutes.',
        closing: somebodyKnows,
      },
      factorOn: {
        subject: 'Your second factor is on at {app}',
        heading: hello,
        body: 'From now on a sign-in to your account takes {way} as its second factor at {app}.',
        closing: nothingToDo,
      },
      factorOff: {
        subject: 'Your second factor is off at {app}',
        heading: hello,
        body: 'A sign-in to your account no longer asks for a second factor at {app}.',
        closing: nothingToDo,
      },
      factorWayOff: {
        subject: 'Your second factor has changed at {app}',
        heading: hello,
        body: 'A sign-in to your account no longer takes {way} as its second factor at {app}.',
        closing: nothingToDo,
      },
      factorCodes: {
        subject: 'You have other recovery codes at {app}',
        heading: hello,
        body: 'There are other recovery codes for your account; the earlier ones no longer count at {app}.',
        closing: nothingToDo,
      },
      factorByApp: {
        subject: 'Your second factor was taken away at {app}',
        heading: hello,
        body: 'The app has taken the second factor away from your account at {app}.',
        closing: nothingToDo,
      },
      waysProved: {
        subject: 'Ways to sign in at {app} have ended',
        heading: hello,
        body: 'Your address was proved for the first time at {app}. What was set up before by whoever had the account may not be yours, and no longer counts: {ways}.',
        closing: 'If you set it up, do so again. If not, there is nothing to do.',
      },
      waysUndone: {
        subject: 'Ways to sign in at {app} have ended',
        heading: hello,
        body: 'An earlier address of your account at {app} is back. What was set up after it was changed may not be yours, and no longer counts: {ways}.',
        closing: 'If you set it up, do so again. If not, there is nothing to do.',
      },
    },
  },
  zh: {
    sentFor: '此邮件由 Bedplate 代 {app} 发送。',
    linkBelow: '如果按钮无法使用，请打开 {link}',
    words: {
      totp: '身份验证器应用的验证码',
      passkey: '通行密钥',
      mail: '邮件验证码',
      factor: '第二因素',
      passkeys: '通行密钥',
      identities: '关联的其他账户',
    },
    texts: {
      signIn: {
        subject: '您在 {app} 的验证码',
        heading: helloZh,
        body: '请在 {app} 输入此验证码。它在 10 分钟内有效，仅可使用一次。',
        closing: ignoreZh,
      },
      signInLink: {
        subject: '您在 {app} 的验证码',
        heading: helloZh,
        body: '请在 {app} 输入此验证码。它在 10 分钟内有效，仅可使用一次。\n\n您也可以在想要登录的浏览器中打开链接并确认。',
        button: '登录',
        closing: ignoreZh,
      },
      reset: {
        subject: '您在 {app} 的新密码',
        heading: helloZh,
        body: '您请求为 {app} 设置新密码。请在那里输入此验证码。它在一小时内有效，仅可使用一次。',
        closing: '如果这不是您的请求，可以忽略此邮件：您的密码保持不变。',
      },
      known: {
        subject: '您已在 {app} 注册',
        heading: helloZh,
        body: '有人（可能是您）尝试用此地址在 {app} 注册。您在那里已有账户，因此没有任何更改。',
        closing: '如果不是您本人，则无需任何操作。',
      },
      invited: {
        subject: '您受邀加入 {app}',
        heading: '您好',
        body: '您受邀加入 {app}。请在那里用此验证码注册。它在 {day} 之前有效，仅可使用一次。',
        closing: '如果您没有预料到此邮件，可以忽略它：不会创建账户。',
      },
      invitedLink: {
        subject: '您受邀加入 {app}',
        heading: '您好',
        body: '您受邀加入 {app}。请打开链接并选择登录方式。它在 {day} 之前有效，仅可使用一次。',
        button: '接受',
        closing: '如果您没有预料到此邮件，可以忽略它：不会创建账户。',
      },
      team: {
        subject: '您受邀加入 {app} 的一个团队',
        heading: '您好',
        body: '{inviter} 邀请您加入 {app} 的团队 {team}。请用此地址在那里登录，并用验证码加入。它在 {day} 之前有效，仅可使用一次。',
        closing: notExpectedZh,
      },
      teamLink: {
        subject: '您受邀加入 {app} 的一个团队',
        heading: '您好',
        body: '{inviter} 邀请您加入 {app} 的团队 {team}。请用此地址在那里登录，并用链接加入。它在 {day} 之前有效，仅可使用一次。',
        button: '加入团队',
        closing: notExpectedZh,
      },
      newEmail: {
        subject: '您在 {app} 的新地址',
        heading: helloZh,
        body: '请在 {app} 输入此验证码，以便在那里使用此地址。它在 10 分钟内有效，仅可使用一次。',
        closing: ignoreZh,
      },
      emailAsked: {
        subject: '您在 {app} 的地址即将更改',
        heading: helloZh,
        body: '有人（可能是您）请求为您在 {app} 的账户使用另一个地址。',
        closing: '如果不是您本人，说明有人持有您的会话并知道您的密码：请立即设置新密码。',
      },
      emailChanged: {
        subject: '您在 {app} 的地址已更改',
        heading: helloZh,
        body: '您在 {app} 的账户现在使用另一个地址。如果是您本人，则无需任何操作。\n\n如果不是您本人，请在七天内在那里输入此验证码：此地址将恢复，所有会话将结束，您可通过邮件设置新密码。',
        closing: '此邮件发送至您的账户此前使用的地址。',
      },
      deleted: {
        subject: '您在 {app} 的账户已删除',
        heading: helloZh,
        body: '您在 {app} 的账户已删除：任何人都无法登录。它将于 {day} 永久消失。\n\n如果您在此之前改变主意，或者这不是您本人的操作，请在那里输入此验证码。它仅可使用一次。',
        closing: '如果是您本人的意愿，则无需任何操作。',
      },
      passkeyAdded: {
        subject: '{app} 有新的通行密钥可供您登录',
        heading: helloZh,
        body: '通行密钥“{passkey}”现在可登录您在 {app} 的账户。',
        closing: ifYoursZh,
      },
      passkeyRemoved: {
        subject: '{app} 的一个通行密钥已移除',
        heading: helloZh,
        body: '通行密钥“{passkey}”不再能登录您在 {app} 的账户。',
        closing: ifYoursZh,
      },
      passkeyCopied: {
        subject: '{app} 的一个通行密钥可能已被复制',
        heading: helloZh,
        body: '一次登录被拒绝：您在 {app} 的账户的通行密钥“{passkey}”可能存在于第二台设备上。',
        closing: '请移除它并添加另一个。如果刚才不是您在登录，请同时结束您的其他会话。',
      },
      factorCode: {
        subject: '您在 {app} 的验证码',
        heading: helloZh,
        body: '请在 {app} 输入此验证码，以证明是您本人。它在 10 分钟内有效，仅可使用一次。',
        closing: somebodyKnowsZh,
      },
      factorCodeNew: {
        subject: '您在 {app} 的验证码',
        heading: helloZh,
        body: '请在 {app} 输入此验证码，以便将邮件验证码用作第二因素。它在 10 分钟内有效，仅可使用一次。',
        closing: somebodyKnowsZh,
      },
      factorOn: {
        subject: '您在 {app} 的第二因素已启用',
        heading: helloZh,
        body: '从现在起，登录您在 {app} 的账户需要{way}作为第二因素。',
        closing: nothingToDoZh,
      },
      factorOff: {
        subject: '您在 {app} 的第二因素已关闭',
        heading: helloZh,
        body: '登录您在 {app} 的账户不再需要第二因素。',
        closing: nothingToDoZh,
      },
      factorWayOff: {
        subject: '您在 {app} 的第二因素已更改',
        heading: helloZh,
        body: '登录您在 {app} 的账户不再接受{way}作为第二因素。',
        closing: nothingToDoZh,
      },
      factorCodes: {
        subject: '您在 {app} 有新的恢复代码',
        heading: helloZh,
        body: '您在 {app} 的账户有了新的恢复代码；之前的不再有效。',
        closing: nothingToDoZh,
      },
      factorByApp: {
        subject: '您在 {app} 的第二因素已被取消',
        heading: helloZh,
        body: '{app} 已取消您账户的第二因素。',
        closing: nothingToDoZh,
      },
      waysProved: {
        subject: '{app} 的部分登录方式已失效',
        heading: helloZh,
        body: '您的地址在 {app} 首次得到证实。此前由持有该账户的人设置的内容可能不属于您，已不再有效：{ways}。',
        closing: '如果是您设置的，请重新设置。如果不是，则无需任何操作。',
      },
      waysUndone: {
        subject: '{app} 的部分登录方式已失效',
        heading: helloZh,
        body: '您在 {app} 的账户恢复了之前的地址。更改之后设置的内容可能不属于您，已不再有效：{ways}。',
        closing: '如果是您设置的，请重新设置。如果不是，则无需任何操作。',
      },
    },
  },
} as const satisfies Record<string, Language>;
export type BuiltInLanguage = keyof typeof appMailLanguages;
