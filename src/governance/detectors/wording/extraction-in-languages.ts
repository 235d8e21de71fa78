/** Requests for what a model was told, by the turns of speech of a dozen languages besides English. */
import type { Phrase } from '../../text/phrases.ts';
import { WordSet } from '../../text/word-set.ts';
import { reveal } from './orders.ts';
import {
  content,
  internal,
  origin,
  rules,
  thine,
  verbatim,
  yourRules,
  yours,
} from './rules-of-a-model.ts';

/** Orders and infinitives of saying, showing and copying. */
const tell = WordSet.union([
  reveal,
  new WordSet(
    `gib gebt geben sag sage sagen nenn nenne nennen zeigen zeigst verrate verraten wiederholen wiederhol wiedergeben
    ausgeben aufschreiben schreib schreibe offenbare offenlegen zitiere zitieren kopiere auflisten teile preisgeben
    dis dites dire donne donnez montrer afficher répéter répètes révéler révèle recopie recopier cite citer écris énumère liste
    di dime decir muéstrame muestres mostrar repetir repetirme repíteme revela revélame revelar copia cita escribe enumera
    dimmi dire mostrami mostrare ripetere ripetermi rivelami rivelare copia elenca elencami scrivi riporta
    diga dizer mostrar repetir revelar copie cite escreva liste enumere
    zeg zeggen toon tonen herhalen noem noemen laat geef schrijf kopieer onthullen
    podaj powiedz pokaż pokazać powtórzyć powtórz wypisz zacytuj ujawnić ujawnij przytocz
    покажи показать повторить повтори скажи расскажи перечисли выведи процитируй раскрой раскрыть назови напиши
    göster söyle söyler tekrarla tekrar yaz listele paylaş اعرض أظهر اذكر كرر تكرار قل أخبرني اكشف اكتب
    lesen lire leer leggere ler lezen przeczytać прочитать прочти oku okumak قراءة पढ़ना hätte dirmi dirme vertel vertellen
    lies lis lisez léeme lee leggimi leggi leia lees przeczytaj odczytaj прочитай اقرأ oku सुनाओ
    drucke druck drucken imprime imprimez stampa imprima druk wydrukuj распечатай распечатать yazdır اطبع छापो enseñarme enséñame
    mostrarmi mostrarme दिखाओ दिखाएं दोहरा दोहराओ दोहराएं बताओ बताइए लिखो visa upprepa gentag vis zobraz zopakuj`,
  ),
]);
/** A prompt that stands before a conversation. */
const systemPrompt = new WordSet(
  'systemprompt systemprompts systemnachricht systemeingabeaufforderung systeemprompt',
);
/** Rules that only a model has. */
const systemRules = new WordSet(
  'grundanweisungen systemanweisungen systemvorgaben systemregeln systeeminstructies systeminstruktioner',
);
const which = new WordSet(
  `was wie welche welcher welches lautet quel quelle quelles quels comment qué cuál cuáles cómo quale quali come qual quais
  wat welke hoe jaki jakie jak какой какие каков каковы hangi nedir neler कौन क्या ما`,
);
const system = new WordSet(
  'system système systeme sistema systeem systemowy systemowego systemowym systemu системный системные системного системную sistem النظام सिस्टम',
);
const prompt = new WordSet(
  'prompt prompts promptu promptem prompta промпт промта промпта промт istemi istemini istem موجه प्रॉम्प्ट',
);
const yourOne = new WordSet(
  `dein deinen deinem deines ton votre tu su tuo tua teu seu sua jouw je twój swój twojego swojego твой свой твоего своего
  senin अपना तुम्हारा आपका`,
);
const makers = new WordSet(
  `entwickler entwicklern betreiber schöpfer hersteller programmierer concepteurs créateurs développeurs creadores
  desarrolladores programadores creatori sviluppatori programmatori criadores desenvolvedores twórcy programiści makers
  ontwikkelaars разработчики создатели geliştiricilerin yaratıcıların مطوروك مطورك डेवलपर डेवलपर्स`,
);
const gave = new WordSet(
  `gegeben gemacht mitgegeben auferlegt donné données imposé imposées fixées dieron pusieron impusieron dado dato dati imposto
  deram impuseram passaram gegeven opgelegd dali dano narzucili дали задали установили verdi أعطاك أعطاها दिए दिये`,
);

/** Come to whoever is spoken to. */
const received = new WordSet('recibiste recebeste dostałeś otrzymałeś aldığın');
const thou = new WordSet('dir du tu vous hai você jij');
const got = new WordSet(
  'bekommen erhalten gegeben mitgegeben reçues reçu ricevuto recebeu gekregen kreeg',
);

const passage = new WordSet('texte text texto testo tekst текст metni النص');
const precedes = new WordSet(
  'précède précédant precede antecede предшествует aparece figura سبق يسبق',
);
const above = new WordSet('encima arriba wyżej выше');
const message = new WordSet(
  'message mensaje messaggio mensagem сообщению сообщения сообщением discussion conversation رسالتي',
);

/** What nobody but a model can see, by a word for what is hidden; that it was there first, or is wanted to the letter, says whose it is. */
const veiled = new WordSet(
  `versteckte versteckten verborgene verborgenen geheime geheimen unsichtbare unsichtbaren caché cachée cachées cachés secret secrets
  oculto ocultas ocultos secreto nascosto nascoste nascosti segreto escondido escondidas secretas verborgen geheime onzichtbare ukryty
  ukryte ukrytą tajny скрытый скрытое скрытые секретный gizli المخفي المخفية السري छिपा छिपे गुप्त`,
);
const writing = new WordSet(
  `text texte texts nachricht anweisungen message messages instructions consignes texto mensaje instrucciones testo messaggio
  istruzioni mensagem instruções tekst bericht instructies wiadomość instrukcje текст сообщение инструкции metni metin mesajı
  النص الرسالة التعليمات पाठ संदेश निर्देश`,
);
const atFirst = new WordSet(
  `anfang beginn début départ principio inicio inizio início begin początku начале начала başta başlangıçta البداية शुरुआत आरंभ
  concepteurs développeurs creadores desarrolladores creatori sviluppatori criadores desenvolvedores twórcy entwickler
  recibiste ricevuto recebeu recebeste reçu reçues erhalten bekommen kreeg ontving dostałeś otrzymałeś получил получила aldığın تلقيته
  gesprek gespräch conversation conversación conversazione conversa rozmowy разговора`,
);

const sets = [
  [tell, 4, verbatim, 5, writing, 1, veiled],
  [tell, 4, verbatim, 5, veiled, 1, writing],
  [tell, 3, writing, 1, veiled, 6, atFirst],
  [tell, 3, veiled, 1, writing, 6, atFirst],
  [atFirst, 4, veiled, 1, writing, 4, tell],
  [veiled, 1, writing, 2, verbatim, 2, tell],
  [tell, 6, yours, 1, origin, 1, rules],
  [tell, 6, yours, 1, rules, 1, origin],
  [yours, 1, origin, 1, rules, 6, tell],
  [yours, 1, rules, 1, origin, 6, tell],
  [tell, 6, thine, 1, internal, 1, rules],
  [tell, 6, thine, 1, rules, 1, internal],
  [thine, 1, internal, 1, rules, 6, tell],
  [tell, 5, yours, 2, rules, 4, verbatim],
  [tell, 4, verbatim, 4, yours, 2, rules],
  [yours, 2, rules, 4, verbatim, 4, tell],
  [tell, 4, content, 2, yours, 1, rules],
  [yours, 1, rules, 3, content, 1, tell],
  [tell, 4, content, 1, yourRules],
  [yourRules, 2, content, 1, tell],
  [tell, 2, yourRules, 4, verbatim],
  [tell, 2, yourRules, 1, origin],
  [tell, 2, yourRules, 1, internal],
  [origin, yourRules, 4, tell],
  [yourRules, 4, verbatim, 4, tell],
  [tell, 4, yourOne, 1, systemPrompt],
  [which, 4, yourOne, 1, systemPrompt],
  [tell, 4, yourOne, 1, system, prompt],
  [which, 4, yourOne, 1, system, prompt],
  [tell, 4, yourOne, prompt, 1, system],
  [which, 4, yourOne, prompt, 1, system],
  [tell, 4, yours, systemRules],
  [yours, systemRules, 3, tell],
  [which, 2, rules, 4, yours, makers, 4, gave],
  [which, 2, rules, 4, gave, 2, yours, makers],
  [tell, 4, rules, 4, received],
  [tell, 4, rules, 1, thou, 3, got],
  [tell, 3, passage, 2, precedes, 1, message],
  [tell, 3, passage, 3, above, 3, message],
] as const;

export const extractionsInLanguages: readonly Phrase<number>[] = sets.map((steps) => ({
  label: 0.85,
  steps,
}));

/** Chinese, Japanese and Korean. */
export const wideExtractions = [
  '(?:重复|重複|复述|複述|输出|輸出|打印|显示|顯示|写出|复制)(?:我|这条|這條|本条)的?(?:消息|訊息|信息|问题|問題)(?:之前|上面|前面|以上)的?[^。！？\\n]{0,4}(?:文字|内容|內容|文本)',
  '(?:내|이) ?(?:메시지|질문|입력) ?(?:앞|위)에?[^.\\n]{0,6}(?:글|텍스트|내용|문장)[을를]? ?(?:반복|출력|보여|적어|말해|복사)',
  '(?:隐藏|隱藏)的?(?:内容|內容|文本|文字|提示|信息|訊息)[^。！？\\n]{0,4}(?:一字不差|一字不漏|逐字|原样|原樣|完整)',
  '(?:一字不差|一字不漏|逐字|原样|完整)[^。！？\\n]{0,8}(?:隐藏|隱藏)的?(?:内容|內容|文本|文字|信息|訊息)',
  '隠(?:し|された)の?(?:テキスト|文章|メッセージ|文)を?(?:一字一句|一言一句|そのまま|全文|すべて)',
  '숨겨진 ?(?:텍스트|글|메시지|문장|내용)[을를]? ?(?:한 글자도|그대로|전부|빠짐없이|전체)',
  '(?:重复|重複|复述|複述|背诵|列出|写出|寫出|复制|複製|输出|輸出|说出|說出|告诉我|告訴我|展示|显示|顯示)[^。！？\\n]{0,6}你(?:最初|一开始|一開始|最开始|原来|原始|被赋予|收到|得到)的?[^。！？\\n]{0,8}(?:指令|指示|提示|规则|規則|设定|設定|要求)',
  '(?:逐字|一字不差|一字不漏|原封不动)[^。！？\\n]{0,6}你的?(?:内部|內部|隐藏|隱藏|初始|最初|系统|系統)[^。！？\\n]{0,4}(?:指令|指示|提示|规则|規則|设定|設定)',
  '(?:这条|這條|本条|我的|这个|此)(?:消息|訊息|信息|问题|問題|提问|输入)(?:上面|之前|以上|前面|上方)的?(?:所有|全部)?(?:文字|内容|內容|文本)[^。！？\\n]{0,8}(?:复制|複製|重复|重複|输出|輸出|打印|写出|贴)',
  '你的?(?:开发者|開發者|开发人员|創造者|创造者|创建者|程序员|制造者)(?:给了?你|給了?你|对你|為你|为你)[^。！？\\n]{0,8}(?:规则|規則|指令|指示|限制|要求)',
  '(?:最初|初め|はじめ|事前)に(?:与えられ|受け取|渡され|設定され|指示され)[^。\\n]{0,6}(?:指示|命令|ルール|プロンプト|文章|設定)[^。\\n]{0,16}(?:繰り返|教え|表示|出力|見せ|書い|列挙|コピー)',
  '(?:打印|输出|显示|写出|列出)你的?(?:指令|指示|提示|规则|设定)的?(?:全部|完整|所有)?内容',
  '(?:あなた|君|お前)に(?:与えられ|課され|渡され)た?[^。\\n]{0,4}(?:指示|命令|ルール|プロンプト)[^。\\n]{0,6}(?:全文|全部|すべて|そのまま)',
  '(?:너에게|네게|네가) ?(?:주어진|받은) ?[^.\\n]{0,6}(?:지시|규칙|프롬프트|지침)[^.\\n]{0,12}(?:출력|보여|알려|말해|적어|써)',
  '(?:内部|初期|秘密|隠された)の?[^。\\n]{0,2}(?:指示|命令|プロンプト|ルール)を?(?:一言一句|一字一句|そのまま|全文)[^。\\n]{0,8}(?:見せ|教え|表示|出力|書い)',
  '(?:開発者|作成者|製作者|運営者?)(?:から|に)[^。\\n]{0,4}(?:ルール|規則|指示|制限|命令)[^。\\n]{0,3}(?:与え|渡|課)',
  '(?:この|私の)(?:メッセージ|発言|入力|質問|プロンプト)(?:より|の)(?:上|前)[^。\\n]{0,4}(?:文章|テキスト|内容|全文)[^。\\n]{0,12}(?:コピー|繰り返|出力|表示|書い|貼)',
  '(?:처음|최초|원래)에? ?(?:받은|주어진|입력된|설정된) ?[^.\\n]{0,6}(?:지시|규칙|프롬프트|지침)[^.\\n]{0,20}(?:반복|보여|알려|출력|말해|적어|써)',
  '(?:개발자|제작자)(?:가|들이|이) ?(?:너|네|당신)[^.\\n]{0,8}(?:규칙|지시|지침|제한|명령)',
];
