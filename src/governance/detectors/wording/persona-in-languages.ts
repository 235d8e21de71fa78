/** Models without limits, and orders to switch a model's safety off, by the turns of speech of a dozen languages besides English. */
import type { Phrase } from '../../text/phrases.ts';
import { WordSet } from '../../text/word-set.ts';
import { yours } from './rules-of-a-model.ts';

const youAre = new WordSet('bist eres sei bent jesteś أنت तुम');
const fromNow = new WordSet(
  'jetzt maintenant désormais ahora adelante ora adesso agora diante nu vanaf teraz теперь момента अब الآن',
);
const intelligence = new WordSet(
  `ia ki ai ии intelligenz intelligence inteligencia intelligenza inteligência intelligentie inteligencja inteligencję
  inteligencją интеллект ذكاء एआई`,
);
const model = WordSet.union([
  intelligence,
  new WordSet('modell modèle modelo modello model modelem модель نموذج मॉडल'),
]);
const played = new WordSet('modelsin zekâsın zekasın asistansın');
const unlimited = new WordSet('kısıtlaması filtresi ahlakı sınırı kuralı sınırlaması');
const lacking = new WordSet('olmayan tanımayan');
const without = new WordSet('ohne sans sin senza sem zonder bez без بلا دون بدون बिना');
const limits = new WordSet(
  `filter filtern filtre filtres filtros filtro filtri filters filtrów фильтров مرشحات فلاتر फ़िल्टर
  einschränkung einschränkungen beschränkung beschränkungen grenzen regeln moral zensur
  limite limites règle vorschriften regra regola regel restriction restrictions règles morale censure límite límites regla restricción restricciones reglas
  limiti restrizioni restrizione regole censura restrição restrições regras limites beperking beperkingen regels moraal
  ograniczeń zasad moralności cenzury ограничений правил морали цензуры قيود أخلاق رقابة قواعد प्रतिबंध नैतिकता सेंसर सीमा`,
);

/** `As if you had no rules`: in the second person, so that nobody else is spoken of. */
const asIf = new WordSet('als como come alsof');
const youHad = new WordSet('hättest tuvieras avessi tivesses hebt');
const none = new WordSet(
  'keine keinerlei aucune ningún ninguna non no não nenhuma alcuna geen żadnych никаких',
);
const knows = new WordSet(
  'kennt hat connaît respecte conoce tiene conosce rispetta conhece zna знает имеет يعرف जानता',
);
const not = new WordSet(
  'keine keinerlei aucune ninguna nessuna alcuna nenhuma geen żadnych никаких أي कोई',
);

const off = new WordSet(
  `schalte schalt deaktiviere deaktivier désactive désactivez coupe desactiva desactive apaga disattiva disabilita spegni
  desative desligue schakel deactiveer wyłącz dezaktywuj отключи отключите выключи выключите عطل عطّل`,
);
const all = new WordSet('alle sämtliche tous todos tutti wszystkie все جميع كل');
const safety = new WordSet(
  `sicherheitsfilter sicherheitsmechanismen schutzmechanismen inhaltsfilter sicherheitsvorkehrungen veiligheidsfilters
  veiligheidsmechanismen inhoudsfilters`,
);
const guards = new WordSet(
  `filtres mécanismes protections filtros mecanismos barreras filtri meccanismi barreiras filtry mechanizmy zabezpieczenia
  фильтры механизмы مرشحات فلاتر`,
);
const ofSafety = new WordSet(
  'sécurité contenu seguridad contenido sicurezza contenuti segurança conteúdo bezpieczeństwa treści безопасности контента الأمان السلامة',
);
const safe = new WordSet('güvenlik सुरक्षा');
const filters = new WordSet('filtrelerini filtreleri filtrelerin mekanizmalarını फ़िल्टर फिल्टर');
const shut = new WordSet('kapat kaldır');
const shutDown = new WordSet('devre बंद');
const every = new WordSet('bütün tüm सभी सारे अपने');
const order = new WordSet('करो करें दो dışı');

/** Orders to play somebody. */
const act = new WordSet(
  `spiel spiele verhalte benimm agis joue joues incarne interprète actúa finge simula interpreta comporta comportati fingi fingiti
  atue finja gedraag speel udawaj zachowuj wciel притворись представь веди تصرف تظاهر`,
);
const never = new WordSet(
  'nie niemals nichts jamais rien nunca jamás nada mai nooit nigdy niczego никогда أبدا لا कभी',
);
const refuses = new WordSet(
  `ablehnt verweigert lehnt refuse refuses niega rechaza rifiuta recusa nega weigert odmawia отказывает отказывается يرفض`,
);
const lifts = new WordSet(
  'hebe lève levons supprime levanto elimino tolgo rimuovo retiro removo hef zdejmuję znoszę снимаю',
);

const allOf = new WordSet('alle sämtliche toutes tous todas todos tutte tutti wszystkie все');
const bounds = new WordSet(
  'beschränkungen einschränkungen restrictions limites filtres restricciones límites filtros restrizioni limiti filtri restrições limites beperkingen filters ograniczenia filtry ограничения фильтры',
);
const halt = new WordSet('عطل عطّل أوقف ألغ');
const shields = new WordSet('مرشحات فلاتر مرشحاتك');

const sets = [
  [act, 6, model, 4, without, 2, limits],
  [act, 6, intelligence, 8, never, 3, refuses],
  [fromNow, 6, intelligence, 8, never, 3, refuses],
  [lifts, 1, allOf, 1, yours, 1, bounds],
  [safe, filters, shut],
  [halt, shields, 1, ofSafety],
  [youAre, 4, model, 3, without, 2, limits],
  [youAre, 2, without, 2, limits, 4, model],
  [fromNow, 4, intelligence, 3, without, 2, limits],
  [unlimited, 2, lacking, 2, played],
  [asIf, 2, none, youHad, 2, limits],
  [asIf, youHad, 2, none, 1, limits],
  [intelligence, 3, knows, 1, not, 1, limits],
  [intelligence, 3, not, 2, limits, 1, knows],
  [off, 1, yours, safety],
  [off, all, 1, safety],
  [off, 1, yours, 1, guards, 2, ofSafety],
  [off, all, 1, guards, 2, ofSafety],
  [every, 1, safe, filters, shut],
  [every, 1, safe, filters, shutDown, order],
] as const;

export const personasInLanguages: readonly Phrase<number>[] = sets.map((steps) => ({
  label: 0.82,
  steps,
}));

/** Chinese, Japanese and Korean. */
export const widePersonas = [
  '(?:あなたは|君は|お前は)[^。\\n]{0,16}[。、]?[^。\\n]{0,4}(?:ルール|規則|制限|道徳)が?(?:なく|無く)[^。\\n]{0,14}(?:AI|人工知能|モデル)',
  '안전 ?(?:필터|장치)[을를]? ?(?:꺼(?!지)|끄고|해제해|비활성화해)',
  '你(?:现在|現在|从现在起|從現在起)?是[^。！？\\n]{0,12}(?:没有|沒有|不受|无)[^。！？\\n]{0,8}(?:过滤|過濾|限制|道德|审查|審查|约束|約束)[^。！？\\n]{0,10}(?:模型|人工智能|人工智慧|AI|助手)',
  '(?:不知道|不懂|没有|沒有)(?:任何|一切)?(?:规则|規則|道德|限制)的(?:人工智能|人工智慧|AI|模型)',
  '(?:ルール|規則|道徳|倫理)を(?:一切|全く|まったく)(?:知らない|持たない)(?:AI|人工知能|モデル)',
  '(?:규칙|도덕|윤리)을? ?(?:전혀|아예) ?(?:모르는|없는) ?(?:인공지능|AI|모델|챗봇)',
  '(?:关闭|關閉|禁用|停用|解除|关掉|關掉|取消)(?:你|你的|你所有的?|你全部的?)[^。！？\\n]{0,2}安全(?:机制|機制|过滤|過濾|措施|限制|防护|防護|检查|檢查)',
  '(?:あなたは|君は|お前は)[^。\\n]{0,12}(?:フィルター|道徳|倫理|制限|モラル)も?[^。\\n]{0,6}(?:ない|無い|なし)の?[^。\\n]{0,4}(?:モデル|AI|人工知能)',
  '安全(?:フィルター|機能|装置|対策)を?(?:すべて|全て|全部)(?:停止|無効化|無効に|解除|オフに)して',
  '(?:너는|넌|당신은)[^.\\n]{0,12}(?:필터|도덕|윤리|제한|검열)도?[^.\\n]{0,8}(?:없는|없이) ?[^.\\n]{0,6}(?:모델|인공지능|AI|챗봇)',
  '모든 ?(?:안전) ?(?:필터|장치|제한)[을를]? ?(?:꺼|끄고|해제해|비활성화해)',
];
