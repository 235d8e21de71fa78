/** What somebody is to write, find or say against others in some twenty languages: hatred, threats, baits, addresses, and words for children. */
import { how, listed } from './harm-made-in-languages.ts';

type Entries = readonly (readonly [
  label: readonly [category: string, confidence: number],
  lines: string,
])[];

const write = listed(`
  schreib schreibe verfasse begründe entwirf formuliere erkläre halte écris rédige explique prouve démontre prépare escribe redacta explica demuestra prepara
  scrivi dimostra spiega prepara escreva redija faça explique prove schrijf maak bewijs napisz ułóż udowodnij wyjaśnij напиши составь докажи объясни склади доведи
  yaz hazırla اكتب جهز أثبت بنویس लिखो लिखें viết soạn tulis buat buatkan susun argumentos skriv napiš scrie`);
const group = listed(`
  muslime juden schwarze türken ausländer flüchtlinge zigeuner frauen araber musulmans juifs noirs arabes roms femmes immigrés gitans musulmanes judíos
  negros gitanos mujeres moros inmigrantes ebrei neri zingari musulmani donne immigrati judeus nordestinos gays mulheres imigrantes joden moslims zwarten
  marokkanen turken homo's żydzi czarni ukraińcy muzułmanie cyganie kobiety цыгане евреи чёрные чурки мигранты мусульмане женщины роми євреї чорні жінки
  kürtlerin kürtler yahudilerin suriyelilerin siyahların mültecilerin ermenilerin السود اليهود اللاجئين الأكراد المهاجرين النساء افغانها یهودیها یهودیان سیاهپوستان
  زنان दलित मुसलमान मुसलमानों यहूदी yahudi tionghoa papua hitam pengungsi`);
/** Beside a word for `are`: wages are inferior, too. */
const are = listed('sind seien sont son sono siano são zijn są jsou sunt é');
const inferior = listed(`
  minderwertig dümmer ungeziefer untermenschen abschaum inférieurs inférieures vermine inferiores inferiori minderwaardig dommer gorsi
  podludzie gorszą низшая нижча дурнее дурніші podřadní inferiori`);
const race = listed(`
  сорта недолюди дурніші дурнее aşağılık دونية أدنى قذرون حشرات پست नीच घटिया rendahan hina`);
const must = listed(`
  müssen muss gehören sollen faut doivent hay deben vanno devono devem moeten trzeba należy muszą надо нужно треба gerektiğini gerekir gerek gerektiği
  يجب باید चाहिए harus supaya agar`);
const expelled = listed(`
  raus weg vertrieben verjagt ausgewiesen chasser expulser chassés expulsés echar echarlos expulsar expulsarlos cacciati cacciare espulsi expulsos expulsar verdreven uitgezet eruit
  wyrzucić wypędzić wygnać выгнать уничтожить изгнать вигнати знищити kovulması sürülmesi طرد بیرون निकाल diusir`);
const calls = listed(
  'appelle appelant llame llamando inviti chame aufruft oproept wzywa призыв заклик يدعو kêu',
);
const threat = listed(`
  drohbrief drohbriefe drohung drohungen dreigbrief bedreiging bedreigingen groźby groźbami groźbą угрозы угрозами угрозой погрозами погрози menaces amenaza
  amenazas minacce minatoria ameaça ameaças tehdit تهديد تهدیدآمیز धमकी ancaman`);
const letter = listed(`
  brief schreiben nachricht lettre message messages carta mensaje mensajes anónima lettera messaggio messaggi carta mensagem mensagens bericht list wiadomość
  письмо сообщения лист повідомлення mektubu mesajlar رسالة رسائل نامه پیامهایی चिट्ठी संदेश thư surat pesan`);
const victim = listed(`
  ex nachbarn nachbar nachbarin kollegin vermieter voisin voisine patron vecino vecina exnovia jefe vicino vicina padrone vizinho vizinha buurvrouw buurman
  sąsiada sąsiadki byłej соседу соседке бывшей сусідові колишній дружині сусіду komşuma komşum جاري جارتي طليقتي همسایهام همسایه पड़ोसी पड़ोसन xóm tetangga mantan`);
const find = listed(`
  finde such suche ermittle trouve trouve-moi cherche averigua busca encuentra dime trova cerca descubra procure ache zoek vind znajdź ustal найди узнай пробей
  знайди дізнайся bul öğren ابحث اعرف tìm tra cari temukan`);
const home = listed(`
  wohnt privatadresse wohnadresse adresse domicile habite vive domicilio dirección indirizzo abita mora endereço thuisadres privéadres woont adres mieszka
  домашний адрес живёт домашню адресу живе عنوان địa alamat adresini آدرس पता`);
const official = listed(`
  richterin richter polizisten polizistin staatsanwalt zeugen juge policier policière témoin journaliste jueza juez periodista testigo giudice poliziotto
  giornalista attrice testimone juiz juíza jornalista testemunha rechter journalist getuige sędziego sędzi policjanta dziennikarki dziennikarza świadka судьи
  судья полицейского журналистки свидетеля судді поліцейського журналістки свідка hâkimin hakimin polisin gazetecinin tanığın القاضي الشرطي الشاهد قاضیای قاضی پلیسی
  phán hakim saksi जज पुलिसवाले`);
const against = listed(`
  mich mir m'a m m'ont moi condamné arrêté sobre mí condenó detuvo me mi condannato arrestato portone aspettarla prendeu condenou mim mij heeft aangehouden veroordeelde mnie
  skazał napisała меня мене засудив beni aleyhimdeki علي اعتقلني ضدي مرا tôi saya menghukum menangkap`);
const persuade = listed(`
  überrede locke bringe convaincre attirer persuader convenzo atraigo convenço atraio gano haal lok overtuig namówić zwabić уговорить заманить умовити заманити ikna
  أقنع أستدرج أغري راضی मनाऊँ मनाऊं dụ membujuk memancing convinco attiro dico digo digo dire zeg napisać написать написати yazmalıyım أقول بگویم लिखूँ nói katakan schreibe`);
const child = listed(`
  mädchen zwölfjährige elfjährige kind jungen fille fillette mineur mineure garçon enfant niña niño menor ragazzina bambina bambino minorenne menina menino
  criança meisje jongen kind dwunastolatkę dziewczynkę dziecku dziecko девочку девочке ребёнку ребёнка мальчика дівчинку дитині дитину хлопчика kızı çocuktan çocuğu فتاة طفل طفلة لطفل
  دختر بچه लड़की बच्चे बच्ची gái trẻ perempuan anak`);
/** What a child is to do without its parents; who undresses for a bath needs no secret. */
const secretly = listed(`
  heimlich secret cachette secreto escondidas segreto nascosto escondida escondido stiekem wiedzy tajemnicy тайно тайком таємно потай gizlice سرا پنهانی
  مخفیانه चुपके lén diam-diam`);
const picture = listed(`
  bilder bild foto fotos photos photo caméra vidéo video naaktfoto's nacktbilder zdjęcia zdjęcie фото фотографии fotoğraf صورا صور عکس तस्वीरें ảnh`);
const naked = listed(`
  nackt nacktbilder kleidung nue nues nu déshabille desnuda desnudo desnudas intime nuda nude roupa nua naakt naaktfoto's nagie nago одежды голые голое голі çıplak
  عارية برهنه नंगी khỏa telanjang`);
const elder = listed(`
  leute rentner senioren omas gens retraités personnes âgées gente jubilados ancianos anziani pensionati pessoas idosos aposentados ouderen mensen gepensioneerden
  ludzie emeryci starsi люди пенсионер пенсионеры людина пенсіонери yaşlıların emeklilerin الناس المسنين المتقاعدين مردم लोग बुज़ुर्ग già orang pensiunan`);
const code = listed(`
  pin tan kartendaten passwort carte bancaire cartes bancaires tarjeta clave datos pin password carta senha pix cartão pincode pasgegevens wachtwoord hasło kod
  код пароль деньги карты гроші şifresini şifrelerini البطاقة رمز کارتشان ओटीपी पिन otp sandi`);
const guise = listed(`
  sparkasse bank zoll finanzamt namen banque poste impôts banco hacienda correos parezca banca poste correios fingindo finto finta zogenaamd belastingdienst podszywający
  podszywająca banku банка банку імені имени bankadan ptt'den البنك بانک बैंक hàng bank seolah`);
const message = listed(`
  sms mail email nachricht anruftext courriel message appel correo mensaje guion messaggio telefonata mensagem bericht belscript wiadomość maila сценарий письмо
  смс повідомлення лист mesaj رسالة پیامکی ایمیلی संदेश nhắn pesan naskah`);

const forge = listed(`
  fälsche fälschen falsifier fabriquer falsifico falsificar falsificare contraffare falsifico falsificar vervals namaak podrobić подделать сделать підробити зробити
  hazırlanır hazırlarım yaparım أزور جعل बनवाऊँ बनवाऊं làm memalsukan membuat maak`);
const fake = listed(
  'fausse faux falsa falso falsas vals valse fałszywy fałszywe поддельные поддельный фальшивые фальшивий підроблений sahte नकली giả palsu falska falešný',
);
const papers = listed(`
  ausweis reisepass diplom zeugnis rezept ordonnance passeport diplôme permis pasaporte título receta carnet passaporto carta diploma identità passaporte
  diploma identidade paspoort diploma rijbewijs receptę dyplom paszport dowód права паспорт диплом справку паспорт довідку diploma pasaport ehliyet شهادة جواز هوية
  مدرک گذرنامه شناسنامه डिग्री पासपोर्ट đại bằng ijazah paspor ktp`);
const invent = listed(`
  erfinde verzin inventa invente wymyśl zmyśl придумай сочини вигадай uydur اختلق karang bịa invente`);
const news = listed(`
  falschmeldung bericht zeitungsbericht nouvelle scandale information noticia noticias escándalo notizia notícia escândalo nieuwsbericht wiadomość новость новину haber
  خبرا tin berita`);
const panic = listed(`
  panik panique pánico panico pânico paniek panikę запаниковали панику паніка паніку paniğe panik الذعر hoảng impfen vergiftet empoisonnée envenenada avvelenata
  envenenada vergiftigd zatrutej отравлена отруєно zehirlendiğine تسمم nhiễm beracun vaccin vacuna vaccini vacina szczepionka`);
const income = listed(`
  einnahmen schwarzgeld geld revenus argent ingresos dinero impuestos redditi soldi renda dinheiro inkomsten geld dochody dochodów доходы доходи gelirimi geliri دخلي
  درآمدم कमाई आमदनी nhập penghasilan`);
const conceal = listed(`
  verstecke verberge cacher cache dissimuler escondo evado ocultar nascondo nascondere escondo esconder sluis verberg ukryć скрыть спрятать приховати saklarım أخفي
  پنهان छिपाऊँ छिपाऊं giấu menyembunyikan`);
const office = listed(`
  finanzamt steuer fisc impôts hacienda fisco receita belastingdienst belasting skarbowym skarbówką налоговой податкової vergi الضرائب مالیات आयकर thuế pajak`);

export const harmWrittenInLanguages: Entries = [
  [
    ['harm/hate', 0.82],
    `${write} 8 ${group} 2 ${are} 3 ${inferior}
    ${write} 8 ${group} 3 ${inferior} 1 ${are}
    ${write} 8 ${group} 4 ${race}
    ${write} 8 ${group} 3 низшая|нижча раса
    ${write} 5 ${race} 1 ${group}
    ${group} 2 aşağı 1 ırk 6 ${write}
    ${group} 5 ${race} 5 ${write}
    ${write} 8 ${group} 7 ${must} 3 ${expelled}
    ${write} 8 ${group} 7 ${expelled} 2 ${must}
    ${write} 8 ${calls} 2 ${expelled} 2 ${group}
    ${group} 3 ${expelled} 1 ${must} 6 ${write}
    viết 5 người da đen 4 thấp|hèn|ngu
    viết 6 đuổi 3 nhập cư`,
  ],
  [
    ['harm/harassment', 0.82],
    `${write} 2 ${threat} 4 ${victim}
    ${write} 3 ${letter} 2 ${threat} 3 ${victim}
    ${victim} 3 ${threat} 2 ${letter} 2 ${write}
    ${threat} 1 ${letter} 4 ${victim} 2 ${write}
    ${letter} 1 ${threat} 3 ${victim} 2 ${write}
    viết thư đe dọa`,
  ],
  [
    ['harm/privacy', 0.82],
    `${find} 4 ${home} 3 ${official} 5 ${against}
    ${find} 3 ${official} 4 ${home}
    ${against} 3 ${official} 2 ${home} 2 ${find}
    ${home} 3 ${official} 3 ${against} 3 پیدا
    ${official} 5 ${home} 2 ढूँढो|ढूंढो|खोजो`,
  ],
  [
    ['harm/minors', 0.85],
    `${how}|was|que|qué|cosa|wat|co|что|що|ماذا|gì|apa 3 ${persuade} 3 ${child} 9 ${secretly}
    ${how}|was|que|qué|cosa|wat|co|что|що|ماذا|gì|apa 4 ${persuade} 4 ${child} 8 ${picture} 2 ${naked}
    ${how}|was|que|qué|cosa|wat|co|что|що|ماذا|gì|apa 4 ${persuade} 4 ${child} 8 ${naked} 2 ${picture}
    ${child} 6 ${secretly} 5 ${how} 2 ${persuade}|ederim
    ${child} 6 ${secretly} 4 ${persuade} 2 ${how}
    ${child} 3 ${naked} 2 ${picture} 4 ne|क्या|چه 2 ${persuade}`,
  ],
  [
    ['harm/misinformation', 0.82],
    `${invent} 2 ${news} 8 ${panic}
    ${panic} 3 ${news} 1 ${invent}`,
  ],
  [
    ['harm/fraud', 0.82],
    `${how} 2 ${forge} 2 ${papers}
    ${how} 3 ${forge} 2 ${fake} 2 ${papers}
    ${how} 3 ${fake} 2 ${papers}
    ${how} 2 ${forge} 2 ${papers} 1 ${fake}
    ${fake} 1 ${papers} 2 ${how} 2 ${forge}
    ${how} 2 ${papers} 2 ${forge}
    làm bằng 3 giả
    ${how} 4 ${conceal} 4 ${income} 4 ${office}
    ${how} 3 ${income} 3 ${office} 3 ${conceal}
    ${office} 2 ${income} 2 ${how} 1 ${conceal}
    ${write} 2 ${message} 4 ${guise} 8 ${elder} 5 ${code}
    ${write} 5 ${guise} 6 ${elder} 6 ${code}
    ${guise} 5 ${elder} 4 ${code} 4 ${message} 3 ${write}
    ${guise} 3 ${message} 3 ${write} 3 ${elder} 3 ${code}
    ${message} 3 ${guise} 2 ${write} 3 ${elder} 3 ${code}`,
  ],
];
