/** Frequent words of languages in Latin letters, without their marks: what a hidden spelling of such a text is known by. */

const spanish = `acerca ademas ahora algo alguien algunas algunos alguna ante aqui asi aunque ayuda bien bueno cada
casa caso como con conmigo contra correo cosas cual cuales cuando cuanto cuenta datos debe decir dejar desde despues
dice dijo donde durante ella ellos embargo empresa entonces entre eres esa escribe escribir ese eso esta estaba
estamos estan estar estas este esto estos favor fecha fue fueron gente gracias haber habia hace hacer hacia hasta hay
hola hoy informacion junto llamada lugar manera mas mejor mensaje mensajes menos mientras mismo modo momento mucho
muchos muy nada nadie necesito nombre nosotros nueva nuevo nunca otra otras otro otros pais parte pero persona
personas poco podria porque primera primero proyecto pueda puede puedes quien quiero responde respuesta revela saber
sabe secreto seguir segun seguridad sera siempre sido siguiente sino sistema sobre solo somos soy tambien tanto tarea
tener tengo texto tiempo tiene tienen todavia todo todos trabajo traduce tres tus una usted usuario vamos veces ver vez
vida virtual contrasena claves instrucciones ignora olvida`;

const french = `acces afin ailleurs ainsi alors apres aucun aucune aujourd aussi autre autres avant avec avez avoir
avons beaucoup besoin bien bonjour car ceci cela celle celui ces cet cette chaque chez chose choses comme comment
compte contre courriel dans depuis derniere deux devez dire dit dites doit donc donne donnees dont elle elles encore
entre entreprise etaient etait etant etes etre etude eux exemple faire fait faites faut fois font ignorez informations
jamais jour jours juste langue les leur leurs lors lui maintenant mais meme message messages moi moins mon monde
mot mots motdepasse nom nos notre nous nouveau nouvelle oubliez oui parce parler partie pas passe pendant personne
personnes peu peut peuvent peux plus plusieurs pour pourquoi pouvez pouvoir premier prendre pres projet puis quand
quelle quelles quel quels quelque quelques question qui quoi rappel reponds reponse repondre revelez rien sans savoir
secrete sera serait ses seulement sinon soit son sont sous suis suivant sujet sur temps tous tout toute toutes tres
trois trouver une utilisateur utiliser vers veuillez vie voici voila voir vos votre voudrais vous vraiment`;

const german = `aber alle allem allen aller alles also andere anderen anfang antwort antworte anweisung auch auf
ausgabe bei beim beispiel benutzer bereits bitte brauche danach dann daran darauf das dass daten dazu dein deine deinem
deinen deiner denn der des deshalb dich die dies diese diesem diesen dieser dieses dir doch dort durch eben eigentlich
ein eine einem einen einer eines einfach einige email erklaere erste ersten erzaehl etwas euch fall firma folgende
folgenden frage fragen frau fuer ganz geben geheim geheime geht gemacht genau gerade gibt gleich gut habe haben hat
hatte hier heute ich ihm ihn ihnen ihr ihre ihrem ihren immer ins ist jahr jahre jede jeden jeder jetzt kann kannst
kein keine keinen kennwort koennen koennte komm kommt kunden lass leben letzte letzten liste mach machen mal man mehr
mein meine meinem meinen meiner mich mit muss musst nach nachricht name nein nenne neue neuen nicht nichts noch nun nur
oben oder ohne passwort passwoerter person regeln sag sagen sagt schon schreib schreibe schreiben sehr sein seine
seinem seinen seit selbst sich sie sind sollte soll sollen sowie sprache stell stelle system tag text tun ueber und uns
unser unsere unter vergiss verrate viel viele vielleicht vom von vor vorherigen wann war waren warum was weil weiter
welche welcher welches wenn wer werde werden wie wieder will wir wird wissen wollen worden wort wurde wurden zeit zum
zur zwei zwischen`;

const italian = `adesso alcuni allora altra altre altri altro anche ancora avere aveva bene bisogno casa che chi ciao
ciascuno cosa cose cosi cui dal dalla dati dei del della delle dello dentro deve dice dimentica dimmi dire dopo dove due
ecco era erano essere fai fanno fare fatto fino fra giorno gli grazie hai hanno ignora informazioni insieme istruzioni
italiano lavoro lei loro lui mai meglio meno mentre messaggio mio modo molti molto momento nei nel nella nelle nessuno
niente noi nome non nostra nostro nulla nuova nuovo ogni oggi ora parola parole parte passato per perche persona persone
piu poco poi porta possibile posso prima primo problema proprio prova puo puoi qual quale quali qualche qualcosa
qualcuno quando quanto quattro quella quelle quelli quello questa queste questi questo qui regole ricorda rispondere
rispondi risposta rivela sapere scrivere scrivi segreta segreto sei sempre senza sia siamo siete sistema sono sopra
sotto sta stai stanno stata stato stessa stesso sua sui sulla suo suoi tanto tempo testo traduci tra tre tua tuo tuoi
tutta tutte tutti tutto una uno usare utente vale vedere verso via vita volta voi vuoi`;

const portuguese = `agora ainda alem algo alguem algum alguma algumas alguns ali antes aos apenas aqui aquele aquilo
assim ate atual bem boa bom cada casa caso coisa coisas com como conta contra cor dados dar das deixe dela dele
depois desde desta deste deve disse diz dizer dois dos ela elas ele eles empresa enquanto entao entre era essa essas
esse esses esta estamos estao estar estas estava este estes estou exemplo faca favor faz fazer foi foram forma fosse
gostaria hoje ignore informacoes instrucoes isso isto jogo lhe lista lugar mais mas melhor mensagem mesma mesmo meu
meus minha minhas muita muito muitos nada nao nas nem nenhum nesta neste nome nos nossa nosso nova novo num numa nunca
obrigado oculta ola onde ontem outra outras outro outros para parte pela pelo pelos perguntas pessoa pessoas pode podem
poderia porque posso pouco precisa preciso primeira primeiro quais qual qualquer quando quanto quase quatro que quem
quer quero responda resposta revele saber segredo seguinte sei seja sem sempre senha senhas ser seria seu seus sim
sistema sobre sou soma sua suas suponha tabela tambem tanto tarefa tem tempo tenho ter teve texto tinha toda todas todo
todos trabalho traduza tres tudo uma usar usuario vai vamos veja vez vezes vida voce voces voz`;

const dutch = `aan achter alle alleen als altijd ander andere antwoord beide ben beter bij bijvoorbeeld bent blijven daar
daarom dag dan dat deze die dit doen door drie dus een eerste eigen elke enige enkele ergens even gaan gaat gebruik
gebruiker geef geen geheim geheime geven geweest goed graag haar had hallo heb hebben hebt heeft heel hele help hem hen
het hier hij hoe hun iedereen iemand iets informatie ja jaar je jij jou jouw juist kan komen komt krijgen kun kunnen kunt
laat laatste leven maak maken maar meer mensen met mijn misschien moet moeten naam naar negeer niemand niet niets nieuwe
nog nooit nou nu nodig omdat onder ons onze ook opdracht over regels schrijf sinds sommige staat steeds systeem tegen
terug tijd toch toen tot tussen tweede uit uw van vandaag veel vergeet vertel verder volgende volgens voor vorige vraag
vragen waar waarom wachtwoord wanneer want was wat weer weet welke werd werk weten wie wij wil willen woord wordt worden
zal zeg zeggen zei zelf zich zien zijn zoals zonder zou`;

const nordic = `aldrig alla allt andra att bara behover beratta blev bli blir den denna dessa det detta dig din dina ditt
eller ett ffor finns fore fran gora gor gors han hans har hej hela henne hennes hon hur ingen inget inte jag kan kanske
kommer kunna lite losenord man med mellan men mer mig min mina mitt mycket nar nagon nagot ni nu nya och ocksa om oss
efter regler sedan sig sin ska skriv skulle snalla som svara svar systemet sag till tidigare under upp utan vad var vara
varfor varje vem vi vid vilka vilken vill visa aendre alle andre blive bliver deres eget efter eller enhver foer fordi
fortael fra gennem glem gerne hvad hvem hvis hvor hvordan hvorfor ikke ignorer ingen instruktioner instruksjoner jeg
kodeord kunne mange meget mellem mere mig min mit naar nogen noget nye ogsaa oplysninger passord skal skrive skriv
svar uden vaere vores`;

const malay = `ada adalah agar akan aku anda antara apa apakah atas atau bagaimana bagi bahasa bahwa baik banyak baru
beberapa begitu bekas belum benar berapa berarti berdasarkan berikan berikut bersama berbeda besar biarkan bisa bisakah
boleh buat bukan cara cerita contoh dalam dan dapat dari data dengan depan di dia dibawah digunakan diri dulu dua
favorit gunakan hal halo hanya harap hari harus hingga ibu informasi ingin ini instruksi itu jadi jangan jawab jawaban
jika juga kali kalian kamu kami kapan karena kata katakan ke kedua kepada kerja ketika kini kirim kita kode kosong kunci
lagi lain lalu lama langkah lebih lupakan maka makan mana masih masuk mau melakukan melalui memberi memberikan memberitahu
membuat memiliki menjadi menggunakan mengapa mengatakan menulis menurut mereka merupakan meskipun mohon mungkin
namun nama nomor oleh orang pada paling para pekerjaan pengguna perintah perlu pernah pertama pertanyaan perusahaan
rahasia saat saja salah sama sandi sangat satu saya sebagai sebelum sebelumnya sebuah sedang sehingga sekarang selalu
selama seluruh semua sendiri seorang seperti sesuatu setelah setiap siapa silakan sistem suatu sudah surat supaya tahu
tahun tak tanpa tapi teks telah tentang terjadi terjemahkan tersebut terus tetapi tiap tidak tiga tolong tulis tuliskan
untuk ungkapkan waktu warna ya yaitu yang`;

const tagalog = `aking alam ako ang anong araw ating ay ayon bago bagay bakit bawat bilang binanggit buhay bukas dahil
dapat dati dito gawin gusto hanggang hindi huwag ibang ibig ikaw ilan impormasyon inyong isa isang itaas ito iyong iyon
ka kahit kailan kailangan kalimutan kami kanilang kanya kapag karamihan kasama kaya kayo kong kung lahat lamang lang
lihim lumang maaari mabuti maging mahalaga mahusay mangyaring marami mas may mayroon mga minsan mo mula muna nagsasabi
nakaraang naman namin nang narito natin nga ngayon ng ngunit nila nilang niya niyang paano pagbabahagi pagkatapos
pamamagitan pangalan panuntunan para patakaran pero pinaka puwede sa sabihin sagot sagutin saan sila sino siya
sumulat tagubilin tao tayo tungkol tulungan tanong una upang wala walang`;

const turkish = `acikla ama ancak anlat ardindan artik asagidaki bana baska bazi bence benim beni bile bilgi bir biraz
biri birkac biz bizim bulunan butun cevap cevapla cok cunku daha dan degil demek den dikkate diye dogru dolayi dort
eger eski etmek etme farkli gibi gizli gore gorev goster hakkinda hala hangi hani hatta hem hemen henuz hep hepsi her
herhangi hic icin iki ilgili ilk insan ise iste ister istiyorum iyi kadar kendi kendini kez kim kimse kisi konu kullan
kullanici kurallari kural lutfen madem mail mesaj nasil neden nedir nerede niye olan olarak oldu oldugu oldugunu olma
olmak olsun olur onceki ona ondan onlar onu onun oyle parola parolayi posta rol sadece sana sen seni senin sey sifre
sifreyi simdi siz sizin soyle sonra sonraki talimat talimatlari tarafindan tum unut uzere var veya vermek veri yada
yalniz yani yap yapmak yaz yazdir yeni yine yok yoksay zaman zaten`;

const polish = `albo ale ani bardzo bedzie bez byc byla bylo byly chce ciebie cos czego czy czym dane dla dlaczego dobrze
dotychczasowe drugi dwa dzien dzieki dzis gdy gdzie haslo hasla hasel ich ile inne innych instrukcje jak jaka jakie jako
jakis jego jej jest jestem jestes jeszcze jesli jezeli juz kazdy kiedy kilka kim klucz kogo kto ktora ktore ktorego ktory
ktorych lub ludzi maja mam masz mial miec miedzy mnie moge moja moje moj moze mozesz mozna musi nad nam nas nasz nawet
niech nie nic niego nich nim nowy nowe obecnie odpowiedz oraz osoba pan pod podaj polecenia polecenie pomoc poniewaz
poprzednie potem powiedz powyzsze pracy prosze przed przez przy przyklad pytanie raz rowniez sama sekret sie sobie
systemowy tajny takie taki tam tego tej tekst ten teraz tez tobie tylko tym ujawnij uzytkownika wiadomosc wiec wiem
wlasnie wszystkie wszystko wypisz wlasny zapomnij zasady zawsze zeby zignoruj znowu`;

const romanian = `acea aceasta acest acesta aceste acolo acum afara ajuta alta alte altul anterioare apoi are aici asta
atat atunci avea avem bine bun buna care cand casa caz cea cel cele cine conversatie cum data daca dar deci deja deoarece
despre dezvaluie din doar doi dupa ele este esti eu face fara fie fiecare fost foarte fost ignora instructiunile intr
intre inainte incat lor lucru lui mai mare mea mei mele mesaj meu mine mult multe multi nici nimic noi nostru numai
nume nou nu oameni oricare orice parola parolele pentru peste poate pot prea prin prim primul pune raspunde raspuns
reguli sa sale sau scrie secret sistem spune sunt suntem tau te timp toate tot toti trebuie tu uita una unde unei unui
utilizator vechi vom vor voi vrea`;

/** Every word, whatever its language. */
export const wordsOfLanguages: ReadonlySet<string> = new Set(
  [
    spanish,
    french,
    german,
    italian,
    portuguese,
    dutch,
    nordic,
    malay,
    tagalog,
    turkish,
    polish,
    romanian,
  ]
    .flatMap((words) => words.split(/\s+/))
    .filter((word) => word.length >= 3),
);
