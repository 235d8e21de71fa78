/** What help pages and forms say of a reader's own password in some thirty languages: that it was forgotten, and how it is set again. */
import type { HarmlessTurn } from './harmless-turns.ts';

type Tongue = {
  readonly hints: string;
  readonly noun: string;
  /** Whose it is: an order to an agent speaks of somebody else's. */
  readonly own: string;
  /** Where a language says that within the word. */
  readonly mine?: string;
  /** As headings and sentences without an order say it. */
  readonly said: string;
  /** As a page tells its reader to do it. */
  readonly told: string;
};

const tongues: readonly Tongue[] = [
  {
    hints: 'passwort kennwort',
    noun: '(?:passwort(?:s|es)?|kennwort(?:s|es)?)',
    own: '(?:ihr|ihres|dein|deines|mein|meines|unser|das eigene)',
    said: '(?:vergessen|zurückgesetzt|zurückzusetzen|zurücksetzen|ändern|zu ändern|neu festlegen|erneuern)',
    told: '(?:setzen sie|ändern sie|setze|ändere|geben sie|gib|vergeben sie)',
  },
  {
    hints: 'mot de passe',
    noun: 'mot de passe',
    own: '(?:votre|mon|ton|son|notre|un nouveau)',
    said: "(?:oublié|perdu|réinitialiser|modifier|changer|réinitialisation|j'ai oublié|vous avez oublié)(?: (?:du|de votre|de mon|le))?",
    told: '(?:réinitialisez|modifiez|changez|saisissez|choisissez)',
  },
  {
    hints: 'contraseña contrasena clave',
    noun: '(?:contraseña|clave de acceso)',
    own: '(?:su|tu|mi|una nueva|nuestra)',
    said: '(?:olvidó|olvidado|olvidaste|olvidé|olvidada|restablecer|restablecimiento de|cambiar|recuperar)(?: (?:la|una))?',
    told: '(?:restablezca|cambie|cambia|introduzca|escriba|elija)',
  },
  {
    hints: 'senha palavra-passe',
    noun: '(?:senha|palavra-passe)',
    own: '(?:sua|minha|a sua|a minha|uma nova)',
    said: '(?:esqueci|esqueceu|esquecida|redefinir|redefinição de|alterar|recuperar|trocar)(?: (?:a|da|de))?',
    told: '(?:redefina|altere|troque|digite|escolha)',
  },
  {
    hints: 'password',
    noun: 'password',
    own: '(?:la tua|la sua|la mia|la vostra|vostra|una nuova)',
    said: '(?:dimenticat[ao]|reimpostare|reimpostazione della|cambiare|recuperare|ripristinare)(?: la)?',
    told: '(?:reimpostate|cambiate|inserite|reimposta|cambia|scegliete)',
  },
  {
    hints: 'wachtwoord',
    noun: 'wachtwoord',
    own: '(?:uw|je|mijn|een nieuw)',
    said: '(?:vergeten|opnieuw instellen|wijzigen|resetten|herstellen|kwijt)',
    told: '(?:wijzig|herstel|stel|vul|kies)',
  },
  {
    hints: 'hasło haslo hasła hasla',
    noun: '(?:hasło|hasła)',
    own: '(?:swoje|twoje|moje|nowe|swojego)',
    said: '(?:zresetować|zmienić|nie pamiętam|zapomniałem|zapomniałeś|odzyskać|resetowanie|zmiana|odzyskiwanie)',
    told: '(?:zresetuj|zmień|wpisz|ustaw)',
  },
  {
    hints: 'пароль пароля',
    noun: '(?:пароль|пароля)',
    own: '(?:свой|ваш|мой|новый|вашего)',
    said: '(?:забыл|забыли|забыла|сбросить|изменить|восстановить|сменить|сброс|восстановление|смена|забули|забув|скинути|змінити|відновити|скидання|відновлення)',
    told: '(?:сбросьте|измените|введите|придумайте|змініть|введіть)',
  },
  {
    hints: 'lösenord losenord passord adgangskode kodeord',
    noun: '(?:lösenord(?:et)?|passord(?:et)?|adgangskode(?:n)?|kodeord(?:et)?)',
    own: '(?:ditt|dit|din|mitt|mit|min|nytt|nyt|ny)',
    said: '(?:glömt|glemt|återställa|återställer du|återställning av|ändra|nulstille|nulstil|ændre|tilbakestille|tilbakestill|endre)',
    told: '(?:återställ|ändra|ange|skriv|velg|vælg)',
  },
  {
    hints: 'heslo hesla',
    noun: '(?:heslo|hesla)',
    own: '(?:své|svoje|vaše|moje|nové)',
    said: '(?:zapomenuté|zapomněli jste|zabudnuté|zabudli ste|obnovení|obnovenie|obnova|změna|zmena|změnit|zmeniť|obnovit|obnoviť|resetovat)',
    told: '(?:změňte|zmeňte|zadejte|zadajte|obnovte)',
  },
  {
    hints: 'parola parolei parolă jelszó jelszo jelszav salasana salasanan κωδικό κωδικού',
    noun: '(?:parol(?:a|ei|ă)|jelsz(?:ó|avad|avát|avának|avam)|salasana(?:n|si|nsa)?|(?:τον )?κωδικ(?:ό|ού)(?: πρόσβασης)?)',
    own: '(?:dvs|uusi|σας|μου)',
    said: '(?:uitată|ați uitat|ai uitat|am uitat|resetarea|resetați|schimbarea|a reseta|elfelejtett|elfelejtette|elfelejtettem|visszaállítása|visszaállítás|módosítása|unohditko|unohdin|palauttaminen|vaihtaminen|vaihto|nollaus|ξεχάσατε|ξέχασα|επαναφορά|αλλαγή)(?: (?:a|az|του|τον))?',
    told: '(?:introduceți|adja meg|anna|vaihda|πληκτρολογήστε)',
  },
  {
    hints: 'şifre sifre parola',
    noun: '(?:şifre|parola)',
    mine: '(?:şifre(?:nizi|mi|niz)|parola(?:nızı|mı|nız))',
    own: '(?:yeni|eski)',
    said: '(?:unuttum|unuttunuz mu|sıfırlamak|sıfırlama|sıfırlayın|değiştirmek|değiştirin|yenilemek)',
    told: '(?:girin|yazın)',
  },
  {
    hints: 'sandi password khau khẩu nenosiri',
    noun: '(?:kata sandi|password|mật khẩu|nenosiri)',
    own: '(?:baru|anda|mới|của bạn|lako|mpya)',
    said: '(?:lupa|atur ulang|mengatur ulang|mengubah|mengganti|reset|quên|đặt lại|đổi|khôi phục|nakalimutan ang|umesahau|badilisha|weka upya)',
    told: '(?:masukkan|nhập|ilagay ang|weka)',
  },
];

/** Behind it nothing says which password it is: `that you were given` would be one of the model's. */
const closed = '(?= ?(?:$|[.,;:!?\\n\\u00bb\\u201c\\u201d"\'()|<\\]]))';

/** `Passwort vergessen`, `réinitialiser votre mot de passe`, `setzen Sie Ihr Passwort zurück` */
function toTurn({ hints, noun, own, mine, said, told }: Tongue): HarmlessTurn {
  const theirs = mine ?? `${own} ${noun}`;
  const orders = `${told} ${theirs}(?: zurück| neu ein| opnieuw in)?`;
  const anybodys = `(?:${said} ${noun}|${noun} ${said})${closed}`;
  return [hints, `(?:${said} ${theirs}|${orders}|${theirs} ${said})(?![a-z])|${anybodys}`];
}

const scripts: readonly HarmlessTurn[] = [
  [
    '密码 密碼 パスワード 비밀번호 รหัสผ่าน',
    '(?:忘记|忘記|重置|重设|重設|修改|找回|更改)(?:了)?(?:您的|你的|我的)?密[码碼]|パスワード(?:を|の)(?:お)?(?:忘れ(?:の方|た方)?|再設定|変更|リセット)|비밀번호(?:를|을)? ?(?:찾기|재설정|변경|초기화|잊)|(?:ลืม|รีเซ็ต|เปลี่ยน|ตั้ง)รหัสผ่าน(?:ใหม่)?',
  ],
  [
    'كلمة سیسمه رمز סיסמה הסיסמה पासवर्ड পাসওয়ার্ড',
    '(?:نسيت|إعادة تعيين|تغيير) كلمة (?:المرور|السر)|(?:שכחתי|איפוס|לאפס|שינוי|שכחת) (?:את )?ה?סיסמה|(?:بازنشانی|فراموشی|تغییر) رمز(?: عبور)?|पासवर्ड (?:भूल|बदल|रीसेट)|পাসওয়ার্ড (?:ভুলে|পরিবর্তন|রিসেট)',
  ],
];

/** What a mail tells its reader is no order to a model. */
const mails: readonly HarmlessTurn[] = [
  [
    'anweisungen instructions instrucciones instruções instrucoes istruzioni aanwijzingen instructies instrukcj инструкциям указаниям вказівок інструкцій',
    "(?:folgen sie|befolgen sie|und folge) den anweisungen in (?:der (?:e-?mail|mail|nachricht)|dem link)|suivez les instructions (?:du message|de l'e-?mail|dans l'e-?mail|du courriel)|sig(?:a|ue) las instrucciones (?:del|en el) (?:mensaje|correo)|siga as instruç(?:ões) (?:do|no|da|na) (?:e-?mail|mensagem)|segu(?:ite|a|i) le istruzioni (?:nella|della|nel|del) (?:mail|e-?mail|messaggio)|volg de (?:aanwijzingen|instructies) in de (?:e-?mail|mail)|postępuj zgodnie z instrukcj(?:ami|ą) (?:z|w) (?:wiadomości|e-?maila)|следуйте (?:инструкциям|указаниям) (?:в|из) (?:письме|письма)|дотримуйтесь (?:вказівок|інструкцій) (?:у|з) (?:листі|листа)",
  ],
  [
    'instruções instrucoes yönerge yonerge talimat petunjuk hướng huong anvisning instruktion pokyn निर्देश التعليمات 说明 說明 案内 指示 안내',
    'ileti(?:deki|nin) (?:yönergeleri|talimatları) izleyin|ikuti petunjuk (?:di|dalam) (?:surel|e-?mail)|làm theo hướng dẫn trong (?:thư|e-?mail)|följ (?:anvisningarna|instruktionerna) i (?:mejlet|e-?postmeddelandet)|postupujte podle pokynů (?:ve zprávě|v e-?mailu)|(?:(?:ईमेल|मेल) के )?निर्देशों का पालन करें(?= ?।)|siga as instruções(?= ?\\.)|اتبع التعليمات في (?:الرسالة|البريد)|按(?:照)?(?:邮件|郵件)(?:中|里)?的?[说說]明(?:操作)?|メールの(?:案内|指示)に従っ|메일의 (?:안내|지시)(?:를|을)? 따르',
  ],
];

export const harmlessPasswords: readonly HarmlessTurn[] = [
  ...tongues.map(toTurn),
  ...scripts,
  ...mails,
];
