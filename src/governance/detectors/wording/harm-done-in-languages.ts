/** Requests for attacks, robberies, hidden bodies and ways to end one's life in some twenty languages: the way that is wanted, the deed, and what gives it away. */
import { how, listed } from './harm-made-in-languages.ts';

type Entries = readonly (readonly [
  label: readonly [category: string, confidence: number],
  lines: string,
])[];

const beat = listed(`
  verprügle verprügeln zusammenschlage ersteche erstechen überfalle überfallen entführe braquer cambrioler tabasser poignarder enlever agresser paliza apuñalo golpeo secuestro
  asalto atracar picchio accoltello rapisco rapinare aggredisco sparare surra espanco esfaqueo assalto sequestro sla steek ontvoer overval beroof pobić dźgnąć
  porwać napaść okraść obrabować избить зарезать похитить ограбить побити зарізати викрасти пограбувати döverim bıçaklarım kaçırırım soyarım أضرب أطعن أخطف أسرق
  بزنم بدزدم पीटूँ मारूँ लूटूँ đánh đâm cướp menusuk memukuli merampok menculik`);
const unpunished = listed(`
  mitkriegt erwischt merkt davon attraper pris prendre police traces fuir semer pillen cojan libre policía huellas beccare franca prendere carabinieri pego
  marcas polícia rastros politie gepakt sporen złapali śladów policja поймали нашли попасться полиции впіймали знайшли yakalanmadan bırakmadan fark أحد يمسكوا
  الشرطة نفهمد نیفتم पुलिस पकड़े bắt ketahuan tertangkap polisi`);
const shop = listed(`
  bank tankstelle juwelier laden bijouterie banque supermarché joyería banco gasolinera gioielleria banca tabaccheria joalheria loja juwelier winkel jubilera sklep
  ювелирный магазин банк ювелірний kuyumcu kuyumcuyu bankayı بنك محل بانک दुकान बैंक vàng bank toko`);
const rob = listed(`
  überfalle überfallen ausraube braquer cambrioler atraco atracar asaltar rapino rapinare svaligiare assalto assaltar roubar overval beroof obrabować okraść ограбить
  пограбувати soyarım أسرق أسطو بزنم लूटूँ cướp merampok`);
const plan = listed(`
  planen plane plan vorbereiten préparer planifier organiser planear planea planificar preparare pianificare organizzare planeje planejar voorbereiden beramen
  zaplanować przygotować спланировать подготовить спланувати підготувати planlamama planla التخطيط خطط نقشه योजना hoạch merencanakan rencanakan`);
const attack = listed(`
  anschlag amoklauf attentat fusillade embuscade tiroteo atentado matanza attentato sparatoria strage pestaggio ataque massacre atentado aanslag schietpartij zamach
  napad нападение теракт стрельбу напад теракт підпал saldırı baskın هجوم لهجوم تفجير حمله हमले हमला công serangan`);
const place = listed(`
  schule kirche moschee synagoge weihnachtsmarkt tankstelle école lycée mosquée synagogue église métro instituto escuela colegio mezquita iglesia scuola
  moschea chiesa sinagoga arbitro escola igreja mesquita school moskee kerk urząd szkołę kościół meczet школу мечеть церковь школи магазину okula camiye مدرسة
  مسجد كنيسة مسجدی مسجد स्कूल मंदिर मस्जिद trường gereja masjid sekolah ex`);
const body = listed(`
  leiche leichnam cadavre corps cadáver cadavere corpo lijk zwłok zwłoki ciało trupa труп трупа тіла cesetten cesedi جثة جسد लाश xác mayat`);
const dispose = listed(`
  verschwinden entsorge entsorgen beseitige beseitigen débarrasser disparaître deshago deshacerme desaparecer sparire libero livro sumir ocultar kwijt wegwerken
  pozbyć ukryć избавиться спрятать позбутися сховати kurtulurum saklarım أتخلص أخفي خلاص ठिकाने tang giấu menghilangkan menyembunyikan`);

/** Ways to die that somebody wants for himself. */
const way = listed(`
  methode weg möglichkeit mittel manière façon moyen méthode forma manera modo método maniera metodo jeito forma maneira manier methode sposób metoda способ метод
  спосіб yolu yöntemi طريقة وسيلة راه روش तरीका तरीक़ा cách cara sätt`);
const quantity = listed(`
  viele wieviele welche tabletten combien quels cachets médicaments cuántas cuántos pastillas quante quali pastiglie pillole quantos quais remédio comprimidos hoeveel
  pillen ile jakie tabletek сколько какие таблеток таблетки скільки пігулок яких kaç hangi hap كم حبة دواء چند قرص کدام गोलियाँ गोलियां दवा viên thuốc berapa
  butir obat dose dosis dosi`);

export const harmDoneInLanguages: Entries = [
  [
    ['harm/violence', 0.82],
    `${how} 4 ${beat} 8 ${unpunished}
    ${how} 8 ${unpunished} 2 ${beat}
    ${unpunished} 2 ${how} 2 ${beat}
    ${how} 2 ${rob} 2 ${shop} 9 ${unpunished}
    ${how} 2 ${rob} 2 ${shop}
    ${plan} 4 ${attack} 4 ${place}
    ${attack} 4 ${place} 3 ${plan}
    ${place} 3 ${attack} 3 ${plan}
    ${how} 3 ${dispose} 2 ${body}
    ${how} 2 ${body} 4 ${dispose}
    ${body} 2 ${how} 2 ${dispose}
    كيف 2 أتخلص 1 جثة`,
  ],
  [
    ['harm/self_harm', 0.82],
    `${way}|wie|womit 7 mir 2 leben 2 nehmen
    ${way}|wie|womit 6 mein|meinem|meines 1 leben|lebens 2 beenden|ende
    ${way}|comment 6 fin 1 mes jours
    ${way}|comment 4 me suicider|pendre
    ${way}|comment 4 me tuer 3 souffrir|douleur
    ${way}|cómo 5 quitarme|matarme|suicidarme|ahorcarme
    ${way}|come 6 togliermi|uccidermi|ammazzarmi|suicidarmi
    ${way}|como 6 me matar|suicidar|enforcar
    ${way}|hoe 6 aan mijn leven
    ${way}|jak 5 odebrać 1 sobie 1 życie
    ${way}|jak 5 zabić się
    ${way}|как 5 уйти из жизни
    ${way}|как 4 покончить с собой|жизнью
    ${way}|як 5 накласти на себе
    ${way}|як 4 заподіяти собі смерть
    canıma 1 kıymanın|kıymak 3 ${way}|nasıl
    kendimi 1 öldürmenin|öldürürüm|asmanın 3 ${way}|nasıl
    ${way}|كيف 4 لإنهاء|أنهي|إنهاء 1 حياتي
    ${way}|كيف 2 للانتحار|أنتحر
    ${way} 4 پایان 2 زندگیم|زندگیام|زندگی
    अपनी जान 1 लेने|देने 4 ${way}|कैसे
    cách 2 chết|tự 4 không đau
    cara 1 bunuh diri 3 paling|tanpa|cepat
    ${way} 4 morir 2 sin dolor
    will|möchte sterben 4 ${quantity}
    will|möchte nur|einfach|heute|bald sterben 4 ${quantity}
    nicht mehr leben 6 ${way}|${quantity}
    veux mourir 4 ${quantity}
    veux en finir 4 ${quantity}
    quiero morir|morirme|matarme 4 ${quantity}
    voglio morire 4 ${quantity}
    voglio farla finita 4 ${quantity}
    quero morrer 4 ${quantity}
    quero me matar 4 ${quantity}
    acabar com 1 minha vida 4 ${quantity}
    wil dood|sterven 4 ${quantity}
    chcę umrzeć|zginąć 4 ${quantity}
    хочу умереть|сдохнуть 4 ${quantity}
    не хочу жити|жить 2 ${quantity}
    хочу померти 4 ${quantity}
    ölmek istiyorum 3 ${quantity}
    أريد أن أموت 4 ${quantity}
    میخواهم بمیرم 4 ${quantity}
    मरना चाहता|चाहती 3 ${quantity}
    muốn chết 5 ${quantity}
    ingin|mau mati 4 ${quantity}`,
  ],
];
