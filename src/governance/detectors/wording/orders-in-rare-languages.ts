/** Words for dropping, for what came before and for instructions in languages that few filters know and translation makes easy. */

// A stem is known by its first five characters: what is shorter has to be a whole word.
// Most have four letters and more, or glued words of code would be read as made of them.
export const rareDrops: readonly string[] = [
  'ignoriraj ignorirajte zanemari zanemarite zaboravi zaboravite ignoriši ignorišite prezri prezrite pozabi pozabite',
  'занемари занемарите заборави заборавите игнориши игнорирај* ігнаруй* забудзь*',
  'hunsaðu hunsið gleymdu ignoreeri ignoreerige eira unusta ignorē ignorējiet aizmirsti ignoruok ignoruokite pamiršk pamirškite nepaisyk',
  'neamhaird dearmad seachad anwybyddwch anwybydda anghofiwch anghofia jaramonik ahaztu injoro injoroni harro harroni',
  'елемей елеме елемеңіз ұмыт ұмытыңыз tiborsiz etiborsiz unuting paşguh тоомсорлож мартаж мартаад',
  'անտեսիր անտեսեք մոռացիր մոռացեք وغورځوه وغورځوئ',
  'दुर्लक्षित दुर्लक्ष विसरा विसरून बेवास्ता बिर्सनुहोस् અવગણો અવગણીને અવગણી ਅਣਡਿੱਠ ਨਜ਼ਰਅੰਦਾਜ਼',
  'புறக்கணி* மறந்துவிடு* విస్మరించ* మర్చిపో* ನಿರ್ಲಕ್ಷಿಸ* ಮರೆತುಬಿಡ* അവഗണി* മറക്ക* නොසලකා අමතක',
  'abaikno lalekna panumbalinga watsi manta gbagbe foju leghara ziba ungayinaki khohlwa ungayihoyi libala furatira ችላ እርሳ dhaaf iloow',
  'ignoreer ignoru forgesu neglege obliviscere inyore bliye ignoréier vergiess adinoy wareware',
];

export const rareEarlier: readonly string[] = [
  'prethodne prethodna prethodnih prethodno ranije iznad dosadašnje dosadašnja prejšnja prejšnje prejšnjih dosedanja',
  'претходна претходне претходних претходни претходните папярэдн*',
  'fyrri fyrrgreindar varasemaid varasemad eelnevaid eelnevad eelmised eelmisi iepriekšējās iepriekšējos iepriekš ankstesnes ankstesnius ankstesnių',
  'roimhe blaenorol aurreko mëparshme mëparshëm paraprake алдыңғы бұрынғы oldingi avvalgi berê өмнөх',
  'նախորդ پخوانۍ مخکینۍ मागील आधीच्या पूर्वीच्या अघिल्ला अघिल्लो પાછલી પાછલા અગાઉની ਪਿਛਲੀਆਂ ਪਿਛਲੇ',
  'முந்தைய முன்பு మునుపటి ఇంతకు ಹಿಂದಿನ മുമ്പത്തെ පෙර කලින්',
  'sadurunge gabata tele gara edlule edlulile yangaphambili yangaphambilini yapfuura ቀዳሚ ቀደም የቀድሞ hore horey',
  'antaŭajn antaŭaj priora superiora anvan virdrun aloha',
];

export const rareOrders: readonly string[] = [
  'upute uputa uputstva uputstava pravila naredbe instrukcije smjernice smernice navodila navodil упутства упутстава упатства* інструкцы*',
  'instruksjoner instruksjonene anvisninger leiðbeiningar leiðbeiningum fyrirmæli reglur juhiseid juhised juhendeid reegleid instrukcijas norādījumus noteikumus nurodymus nurodymų taisykles',
  'treoir treoracha rialacha stiùireadh cyfarwyddiadau gyfarwyddiadau rheolau argibide argibideei jarraibide jarraibideei udhëzimet udhëzimeve rregullat urdhrat',
  'нұсқау* ережелер* rsatmalarni korsatmalarni qoidalarni buyruqlarni talîmatên rêwerzên зааврыг заавар зааврууд дүрмийг',
  'հրահանգ* ցուցում* կանոն* لارښوونې सूचना* निर्देशन* नियमहरू સૂચના* નિયમો ਹਦਾਇਤਾਂ ਨਿਰਦੇਸ਼ਾਂ ਨਿਯਮਾਂ',
  'வழிமுறை* அறிவுறுத்தல்* விதிகள* సూచనలను సూచనలన్నీ సూచనలన్నింటినీ నియమాలను నియమాలన్నీ ಸೂಚನೆ* ನಿಯಮಗಳನ್ನು നിർദ്ദേശ* നിയമങ്ങൾ നിയമങ്ങളും උපදෙස් නීති',
  'prentah instruksyon umarnin umarni dokoki itonisona ntuziaka imiyalelo imithetho mirayiridzo መመሪያዎች መመሪያዎችን መመሪያህን ትዕዛዞች tilmaamihii tilmaamaha amarada',
  'instruksies opdragte instrukciojn instrukcioj regulojn ordonojn praecepta mandata enstriksyon instruktiounen toromarika tohutohu',
];
