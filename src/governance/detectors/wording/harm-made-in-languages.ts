/** Requests for bombs, drugs, break-ins and programs that steal, by the wish or the way, the deed and its object, in some twenty languages. */
type Entries = readonly (readonly [
  label: readonly [category: string, confidence: number],
  lines: string,
])[];

/** The words of all languages stand in one list: a text that mixes three of them is not worth telling apart. */
export const listed = (words: string): string => words.trim().split(/\s+/).join('|');

export const how = listed(`
  wie womit comment cómo como come hoe jak как як nasıl كيف چطور چگونه कैसे sao bagaimana cách cara hur cum jinak πως`);
/** Who is told to say it in full. */
const recipe = listed(`
  rezept bauanleitung anleitung recette étapes receta pasos ricetta procedimento istruzioni receita passos recept stappenplan bouwtekening przepis
  instrukcję рецепт рецепту инструкцию чертёж інструкцію tarifi tarifini tarif talimatı وصفة طريقة خطوات مقادير دستور طرز روش विधि तरीका
  formel thức resep petunjuk takaran recept rețeta συνταγή`);
const make = listed(`
  baut bastelt bastle bastel baue bau bauen herstellt herstellen kocht koche kochen fabriquer fabrique préparer produire cuisiner armar fabricar hacer preparar
  cocinar montar preparare produrre costruire montar fazer fabricar produzir produzo maak maken bouw bouwen kook zrobić zbudować skonstruować
  wyprodukować ugotować собрать сделать изготовить сварить варить зробити виготовити зварити скласти yapmak yapılır yapımını yapmanın yapmayı hazırlarım
  أصنع نصنع تحضير صنع أحضر بسازم ساخت پخت تولید बनाने बनाऊँ बनाऊं chế nấu làm membuat merakit meracik memasak`);
const bomb = listed(`
  sprengsatz sprengkörper rohrbombe nagelbombe handgranate explosivo explosif explosifs ordigno esplosivo spijkerbom
  explosief бомбу бомбы взрывчатку бомбу бомби вибухівку patlayıcı قنبلة عبوة متفجرات بمب نارنجک बम विस्फोटक peledak`);
const drug = listed(`
  meth amphetamin ecstasy kokain mdma heroin méthamphétamine amphétamine amphétamines cocaïne metanfetamina anfetamina cocaína
  heroína anfetamine cocaina eroina xtc xtc-pillen amfetamine ghb cocaïne amfetaminę metamfetaminę mefedron kokainę амфетамин амфетамина мефедрон
  мефедрона метамфетамин метадон героин экстази амфетаміну метамфетаміну мефедрону екстазі metamfetamin metamfetaminin amfetamin eroin ekstazi bonzai الكبتاغون
  كبتاغون الشبو شبو الأمفيتامين الكوكايين الهيروين شیشه آمفتامین هروئین کوکائین ड्रग्स हेरोइन चरस स्मैक heroin sabu ekstasi amfetamin narkotika`);
const drugs = listed(`
  drogen rauschgift drogue drogues shit droga drogas drugs coke narkotyki наркотики наркотиками наркотиков uyuşturucuyu uyuşturucu المخدرات مخدرات مخدر नशीले
  नशीली narkoba kokain cocaïne cocaína cocaina koks`);
const smuggle = listed(`
  schmuggle schmuggeln passer pasar paso traficar passare far passar passo smokkel smokkelen przemycić przewieźć провезти перевезти провезти geçiririm sokarım
  أهرب تهريب رد قاچاق ले menyelundupkan escondo`);
const border = listed(`
  grenze zoll flughafen frontière aéroport douane frontera aeropuerto aduana frontiera aeroporto dogana fronteira alfândega fiscalização grens haven douane
  granicę lotnisko границу таможню кордон митницю sınırdan gümrükten havaalanından الحدود المطار مرز فرودگاه सीमा bandara perbatasan`);
const gun = listed(`
  pistole schusswaffe gewehr waffe munition pistolet kalachnikov fusil arme pistola fusil arma pistola fucile arma vuurwapen pistool broń pistolet пистолет
  автомат оружие пістолет автомат зброю silahı silah tabanca مسدسا مسدس سلاحا بندقية اسلحه تفنگ पिस्तौल बंदूक súng pistol senapan`);
const get = listed(`
  kaufe kaufen bekomme besorge acheter trouver consigo comprar compro conseguir compro trovo arranjo koop krijg kupić zdobyć купить достать купити дістати
  alabilirim alırım bulurum أشتري أحصل بخرم پیدا खरीदूँ खरीदूं mua beli membeli mendapat`);
const unlicensed = listed(`
  waffenschein papiere permis papiers licencia registro papeles licenza abrasa porto registro porte vergunning papieren pozwolenia лицензии документов дозволу
  документів ruhsatsız belgesiz ترخيص مجوز लाइसेंस phép izin surat`);
const without = listed(
  'ohne sans sin senza sem fria con bez без بدون دون بلا بدون बिना không tanpa zonder',
);

const write = listed(`
  schreib schreibe programmier programmiere bau code-moi code écris programme crée fais escribe programa haz hazme créame crea scrivi crea programma fammi
  escreva crie faça programe schrijf maak programmeer napisz stwórz zrób zaprogramuj напиши создай сделай створи зроби napisz اكتب برمج اصنع بنویس بساز viết tạo
  tulis buat buatkan rancang skriv napiš scrie`);
const program = listed(`
  programm skript trojaner schadsoftware virus virus programme script logiciel programa código script programma codice vírus malware program skrypt wirusa
  программу скрипт вирус програму вірус program yazılım برنامجا كودا فيروسا برنامهای کدی ویروسی प्रोग्राम कोड वायरस trình mã skrip`);
const steals = listed(`
  stiehlt klaut abgreift lahmlegt vole volent robe robar secuestre tumbe rubi rubare
  roube roubar derrube steelt gijzelt platlegt kradnie wykrada położy крадёт крадет ворует воровать положит
  краде красти покладе çalan kilitleyip çökerten يسرق يشفر يسقط بدزدد चुराए cắp sập mencuri melumpuhkan mengunci`);
const loot = listed(`
  passwörter zugänge festplatten lösegeld seite webseite mots passe disques disque rançon site contraseñas claves archivos rescate web password tasti dischi
  riscatto sito senhas discos resgate site wachtwoorden bestanden losgeld website hasła dyski okup stronę komputery пароли диски выкуп сайт паролі дані диски викуп
  şifreleri fidye sitesini كلمات الأقراص فدية موقع رمزها رمزهای پول سایت पासवर्ड फिरौती वेबसाइट khẩu sandi tebusan situs`);
const account = listed(`
  konto account compte cuenta profilo perfil conta instagramaccount instagram snapchat facebook facebooka facebook'a instagrama instagram'a вконтакте инстаграм
  инстаграм інстаграм hesabına حساب إنستغرام اینستاگرام इंस्टाग्राम akun`);
const ofOther = listed(`
  freundin freund ex frau mann copine copain conjoint novia novio ragazza fidanzata moglie namorada namorado esposa vriendin vriend dziewczyny chłopaka żony
  девушки парня жены дівчини дружини sevgilimin eşimin karımın صديقتي زوجتي حبيبتي دوستدخترم همسرم गर्लफ्रेंड पत्नी gái vợ pacar istri`);
const enter = listed(`
  komme rein knacke hacke entrer pirater entro entrar hackeo kom włamać wejść взломать зайти зламати зайти girerim kırarım أدخل أخترق وارد हैक vào masuk
  hack hackear inloggen`);

/** Own discs are encrypted as well: a ransom tells. */
const encrypts = listed(`
  verschlüsselt chiffre chiffrent cifre secuestre blocchi criptografe bloqueie versleutelt zaszyfruje zablokuje шифрует зашифрует шифрує kilitleyip şifreleyip يشفر
  قفل mengunci khóa`);
const ransom = listed(
  'lösegeld rançon rescate riscatto resgate losgeld okup okupu выкуп викуп fidye فدية باج फिरौती chuộc tebusan',
);

export const harmMadeInLanguages: Entries = [
  [
    ['harm/weapons', 0.82],
    `${how}|${recipe} 5 ${make} 3 ${bomb}
    ${how}|${recipe} 6 ${bomb} 2 ${make}
    ${bomb} 2 ${make} 4 ${how}|${recipe}
    ${how}|${recipe} 5 bastelt|bastle|baut|baue|bauen|herstellt 3 bombe
    ${how}|${recipe} 4 ${make} 2 bombe artisanale
    ${how}|${recipe}|ensina|enséñame 5 ${make} 2 bomba casera|caseira|carta|artigianale
    ${recipe} 4 bomba|bombe 2 casera|caseira|clavos|pregos|chiodi|clous
    ${recipe} 3 nagelbombe|rohrbombe|handgranate|sprengkörper|sprengsatz|spijkerbom|explosif|explosivo
    bomba 1 yapmak|yapmanın 7 nasıl|tarif|malzemeleri|adımları
    instrukcję|instrukcja|przepis 4 zrobić|zbudować|skonstruować 2 bombę
    ${recipe}|cara|bagaimana|langkah 5 merakit|membuat bom
    stap|recept|stappenplan 6 bom 2 maak|maken
    chế tạo bom
    ${get} 3 ${gun} 3 ${without} 2 ${unlicensed}
    ${without} 1 ${unlicensed} 2 ${gun} 4 ${get}
    ruhsatsız|belgesiz 1 ${gun} 3 ${get}
    ${gun} 2 ${without} 1 ${unlicensed} 2 ${get}`,
  ],
  [
    ['harm/drugs', 0.82],
    `${recipe} 5 ${drug}
    ${drug} 2 ${recipe}
    ${how} 3 ${make} 2 ${drug}
    ${how} 2 ${drug} 2 ${make}
    ${drug} 2 ${make} 2 ${recipe}|${how}
    ${how} 2 ${smuggle} 3 ${drugs} 5 ${border}
    ${how} 2 ${drugs} 6 ${border} 3 ${smuggle}
    ${drugs} 2 ${border} 2 ${how} 2 ${smuggle}
    ${border} 3 ${drugs} 2 ${how} 2 ${smuggle}
    kocht|koche|kochen|koken 2 crystal|kristall|meth
    cocinar|cocino 2 cristal
    công thức 2 ma túy|tuý
    làm|cách 4 ma túy|tuý 3 biên`,
  ],
  [
    ['harm/cyber', 0.82],
    `${write} 3 ${program} 6 ${steals} 6 ${loot}
    ${write} 3 ${program} 6 ${encrypts} 9 ${ransom}
    ${loot} 2 ${steals} 2 ${program} 3 ${write}|yaz|लिखो|बनाओ
    प्रोग्राम|कोड 3 पासवर्ड 2 चुराए
    ${program} 2 ${write} 5 ${loot} 2 ${steals}
    ${how} 3 ${enter} 5 ${account} 4 ${ofOther}
    ${how} 3 ${account} 4 ${ofOther} 2 ${enter}
    ${ofOther} 2 ${account} 3 ${how} 2 ${enter}
    ${how} 3 ${enter} 3 ${account} 1 ${ofOther}`,
  ],
];
