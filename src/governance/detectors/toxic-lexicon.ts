/** Finds profanity, insults, threats and slurs by word; severity and confidence grow with whom they are aimed at. */
import { hasNear } from '../text/near.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { distinct, lexicon } from './wording/lexicon.ts';

type Label = readonly [category: string, confidence: number];

const profanity: Label = ['toxic/profanity', 0.7];
const insult: Label = ['toxic/harassment', 0.6];
const threat: Label = ['toxic/threat', 0.75];
const slur: Label = ['toxic/hate', 0.8];
const hate: Label = ['toxic/hate', 0.75];

const book = lexicon<Label>([
  [
    profanity,
    `fuck|fucks|fucked|fucking|fucker|fuckers|motherfucker|motherfuckers|motherfucking|fuckin|fck|fcking|wtf|stfu|gtfo
    shit|shits|shitty|bullshit|shithead|shitting|dipshit|horseshit
    bitch|bitches|bitching|bastard|bastards|asshole|assholes|arsehole|dickhead|douchebag|wanker|twat|cunt|cunts|prick|pussy|bollocks|dumbass|jackass
    cock|dick 1 sucker|sucking|head
    scheiße|scheisse|scheiß|arschloch|ficken|gefickt|wichser|hurensohn|fotze|verpiss|miststück
    merde|putain|connard|connasse|enculé|enculer|salope|bordel|foutre|niquer|nique
    mierda|puta|puto|joder|cabrón|cabron|gilipollas|pendejo|chinga|chingar|verga|coño|hijueputa|maricón
    merda|caralho|porra|foda|foder|arrombado|viado|buceta
    cazzo|stronzo|vaffanculo|puttana|troia|coglione|minchia
    kut|klootzak|godverdomme|hoer|tyfus|kanker|mongool|eikel
    kurwa|chuj|pierdol|spierdalaj|jebać|jebany|skurwysyn|pizda
    siktir|amk|orospu|yarrak
    сука|блядь|бля|хуй|хуйня|пизда|ебать|ёбаный|ебаный|мудак|пидор|пиздец|гандон
    jävla|helvete|fitta|kuk|perkele|vittu|saatana|faen|fitte
    شرموطة|قحبة
    चूतिया|मादरचोद|बहनचोद|भोसड़ी|गांडू|रंडी`,
  ],
  [
    insult,
    `you|ur|u|your 3 idiot|moron|stupid|dumb|retard|retarded|loser|pathetic|worthless|ugly|disgusting|trash|garbage|scum|pig|whore|slut|failure|useless|imbecile|cretin
    shut|stfu 2 idiot|moron|mouth|bitch|dumb|stupid
    nobody 2 likes|loves|wants|cares 2 you
    go 2 kill|hang|die 1 yourself|already
    kys
    du|ihr 3 idiot|dumm|vollidiot|trottel|depp|missgeburt|abschaum
    eres|sois 3 idiota|estúpido|imbécil|basura|asqueroso
    tu|vous 3 idiot|connard|abruti|débile|minable
    sei|siete 3 idiota|stupido|schifoso|cretino`,
  ],
  [
    threat,
    `i|we 2 kill|murder|shoot|stab|hunt|destroy|hurt|beat|rape|burn|find 2 you|him|her|them|your
    you 3 die|dead|regret|bleed|suffer
    watch 1 your 1 back
    ich|wir 3 umbringen|töte|töten|abstechen|erschießen
    voy|vamos 3 matar|matarte|matarlos`,
  ],
  [
    slur,
    `nigger|niggers|nigga|niggas|kike|kikes|spic|spics|chink|chinks|gook|gooks|wetback|wetbacks|raghead|ragheads|towelhead|sandnigger|faggot|faggots|fag|fags|tranny|trannies|dyke|dykes|paki|pakis|beaner|beaners|shemale|mongoloid|darkie|jigaboo|golliwog
    neger|kanake|kanaken|schwuchtel|schwuchteln|zigeuner|judensau|kameltreiber|schlitzauge
    bougnoule|bougnoules|youpin|youpins|négro|pédé|pédés|tapette|bicot
    sudaca|sudacas|maricones|bollera|negrata|panchito
    негр|жид|жиды|чурка|чурки|хач|хачи|чучмек|пидорас|пидорасы|хохол|хохлы|чернозадый
    frocio|froci|terrone|culattone|finocchio
    pedał|pedały|ciapaty|żydek|asfalt
    ibne|zenci|gavur
    sandneger|svartskalle|bögjävel|nikker|nikkers|flikker`,
  ],
  [
    hate,
    `all|these|those|damn|fucking|filthy|dirty|hate 2 jews|muslims|blacks|immigrants|refugees|gays|arabs|mexicans|women|blacks|asians|indians|christians|whites|trans|homosexuals|gypsies|foreigners 4 die|scum|vermin|animals|parasites|rats|inferior|subhuman|disgusting|evil|terrorists|rapists|criminals|exterminated|gassed|killed|deported|destroyed|trash
    i|we 2 hate|despise|detest 2 jews|muslims|blacks|immigrants|refugees|gays|arabs|mexicans|women|asians|indians|christians|trans|homosexuals|gypsies|foreigners|feminists|latinos
    gas|kill|exterminate|deport|lynch|burn|eradicate|wipe 2 jews|muslims|blacks|immigrants|refugees|gays|arabs|mexicans|women|asians|homosexuals|gypsies|foreigners
    jews|muslims|blacks|immigrants|refugees|gays|arabs|mexicans|women|asians|gypsies 2 are 3 scum|vermin|animals|parasites|rats|inferior|subhuman|disgusting|savages|cockroaches|plague|disease
    white|aryan 1 power|supremacy|pride 3 forever|now|rise
    heil 1 hitler
    sieg 1 heil
    alle|diese 2 juden|muslime|ausländer|flüchtlinge|schwulen|frauen|schwarzen 4 vergast|raus|abschaum|ungeziefer|sterben|tot
    odio|detesto 3 judíos|musulmanes|negros|inmigrantes|gays|mujeres|moros
    je 1 hais|déteste 2 juifs|musulmans|noirs|arabes|immigrés|homosexuels|femmes`,
  ],
]);

const quoting = new WordSet(
  'word words term slur slurs insult called calls say says saying said offensive racist hate speech unacceptable wrong quote',
);
const reach = { before: 60, after: 40 };

export const toxicLexicon: Detector = {
  name: 'toxic-lexicon',
  categories: ['toxic/profanity', 'toxic/harassment', 'toxic/threat', 'toxic/hate'],
  find: (view) => {
    if (!view.canonical) return [];
    const scan = scanOf(view);
    return distinct(book, scan).map(({ label: [category, confidence], start, end }): Sighting => {
      const quoted = category === 'toxic/hate' && hasNear(scan, quoting, start, end, reach);
      const severity =
        category === 'toxic/profanity'
          ? 'low'
          : category === 'toxic/harassment'
            ? 'medium'
            : 'high';
      return { category, severity, confidence: quoted ? confidence * 0.6 : confidence, start, end };
    });
  },
};
