/**
 * Passwords that guesses begin with, in lower case: the upper part of SecLists' "10k most common", and the ways around rules that
 * people take most. https://github.com/danielmiessler/SecLists/tree/master/Passwords/Common-Credentials
 */
const common = new Set(
  `000000 0000000 00000000 0123456789 01234567 102030 110110 111111 1111111 11111111 1111111111 112233 11223344 1122334455 121212
  12121212 123123 123123123 12312312 123321 12341234 1234 12345 123456 1234567 12345678 123456789 1234567890 0987654321 12345678910
  1234567891 123456a 123456aa 12345678a 123456789a 1234qwer 123654 123654789 123qwe 123qweasd 131313 134679 147258 147258369 147852
  147852369 159357 159753 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 22222222 232323 252525 2020202020 20202020 321321
  333333 33333333 444444 44444444 456789 5201314 520520 54321 55555 555555 55555555 654321 66666666 666666 6969 696969 741852963 7654321
  77777777 777777 789456 789456123 7777777 88888888 888888 87654321 963852741 987654 98765432 987654321 9876543210 99999999 999999
  a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 aa123456 aa12345678 aaaaaa aaaaaaaa abc123 abc12345 abc123456 abcd1234 abcd12345
  abcdef abcdefg abcdefgh access account admin admin123 admin1234 admin12345 administrator adobe123 alexander amanda america andrea
  andrew angel angels anthony apple asdasd asdasdasd asdf asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole august austin
  azerty azertyuiop babygirl bailey bandit banana barcelona baseball baseball1 basketball batman beautiful benjamin bigdaddy bismillah
  blahblah blink182 boomer brandon bubbles buster butterfly butthead caroline changeme changeme1 changeme123 charlie charlotte chelsea
  cheese cherry chester chicken chocolate chocolate1 chris christian claudia coffee computer computer1 consumer cookie corvette cowboy
  creative cristina crystal dallas daniel danielle david december default diablo diamond digital1 doctor dolphin dolphins donald dragon
  dragon123 dragonball eagles einstein elizabeth eminem enter estrella everton fireball fitness flower flowers football football1 forever
  forever1 formula1 freedom freedom1 friends fuckyou fuckyou1 gabriel gandalf garfield george gfhjkm ginger godzilla goldfish google
  guest guest123 guitar hahaha hahahaha hannah happiness happy harley heather hello hello123 hello1234 helloworld hockey home hunter
  hunter2 hunter12 iceman iloveu iloveyou iloveyou1 iloveyou2 iloveyou! inuyasha internet jackson january jasmine jennifer jessica jesus
  jesus1 jesuschrist jonathan jordan jordan23 joseph joshua juventus justin kawasaki killer king kingkong kitten klaster labrador lakers
  lastfm leonardo letmein letmein1 letmein123 lifehack linkedin liverpool liverpool1 login london lollipop lovelove loveme lovely
  loveyou lovers maggie manchester marina marlboro martin master master123 matrix matthew maverick maximus mercedes merlin metallica
  michael michelle mickey midnight minecraft mississippi monkey monkey123 monster montana morgan mother motorola mustang myspace1
  mynoob naruto naruto123 nathan newcastle nicholas nicole nirvana november nothing november1 number1 october oliver orange p@$$w0rd
  p@ssw0rd p@ssw0rd1 p@ssword pa55word pa$$w0rd pa$$word pass pass123 pass1234 pass12345 passpass passport passw0rd passw0rd1 password
  password! password1 password1! password01 password12 password123 password123! password1234 password2 password3 password9 patricia
  patrick peanut peekaboo pepper phoenix playboy please pokemon porsche princess princess1 princesa purple q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
  qazwsx qazwsxedc qqqqqq qqqqqqqq qqww1122 qwaszx qwe123 qwer1234 qwerasdf qwerqwer qwert qwert123 qwerty qwerty1 qwerty12 qwerty123
  qwerty1234 qwerty12345 qwertyui qwertyuiop qweqwe qweqweqwe rachel rainbow ranger realmadrid rebecca redskins remember richard robert
  rockstar rockyou rosebud rush2112 samantha samsung samsung1 sandra scooter scorpion secret secret123 security september serenity shadow
  shadow1 shannon shithead sidekick silver slipknot snickers snoopy soccer soleil sophie spiderman spiderma spitfire squirrel starwars
  starwars1 steelers stephanie sterling summer summer123 sunflower sunshine sunshine1 superman superman1 superstar swordfish taylor
  tennessee test test123 test1234 testing testing1 testtest thomas thunder tigger tinkerbell tottenham trustno1 turtle tweety twilight
  undertaker unicorn unknown usuckballz1 valentina vanessa vfhbyf victoria viktoria vincent wachtwoord warcraft welcome welcome1 welcome12
  welcome123 welcome1234 westside whatever whatever1 white william willow winner winter wolverine woaini woaini1314 wwwwwwww xbox360
  xxxxxx xxxxxxxx yamaha yankees yellow zaq12wsx zaq1zaq1 zaq1xsw2 zxcvbn zxcvbnm zxcvbnm1 zzzzzz zzzzzzzz`.split(/\s+/),
);

/** @param password in lower case */
export function isCommonPassword(password: string): boolean {
  return common.has(password) || isOneCharacter(password);
}

/** "aaaaaaaaaa", of any length, and what is left of blanks alone. */
function isOneCharacter(password: string): boolean {
  return /^(?:(.)\1*)?$/su.test(password);
}
