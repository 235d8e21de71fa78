/** Given names of many countries in lower case without their marks, which are nothing else: where one stands with a capital, somebody is meant. */

export const givenNames = `aarav aaron abdul abdullah abel abena abigail abraham achieng adam adebayo adela adele adelina adeola aditi
aditya adolf adrian adriana adriano adrienn advait adwoa afia afonso agata agathe agnes agneta agnieszka
agostino agoston agueda agustin ahmad ahmed aicha aida aidan aileen ailsa aimee aino aisha aishwarya aitana
aitor ajay akanksha akash akihiro akiko akinyi akio akira akos akosua alain alan alana alannah alasdair alastair
alban albane albert alberta alberto aldo alec aled alejandra alejandro aleksandar aleksander aleksandr
aleksandra aleksei aleksey alena alessandra alessandro alessia alessio alex alexander alexandra alexandre
alexandru alexane alexei alexey alexia alexis alfie alfio alfonso alfred alfredo ali alice alicia alina alisha
alison alistair alizee allan allison alma almudena alondra alonso alphonse alvaro alvin alyssa alzbeta amadou
amaia amanda amandine amar amara ambroise amedeo amelia amelie amilcare amina aminata amine amir amira amit amy
ana anabela anais ananya anastasia anatole anatoliy anatoly anca anders andre andrea andreas andreea andrei
andrej andres andrew andrey andrzej andy anela aneurin angela angelica angelina angelines angelique angelo
angharad angus anibal aniela anika anil anirudh anita anja anjali anjana anke ankit ankita ann anna annabel
annalisa anne annegret anneli annelie anneliese annette annie annika annikki anouck anouk ansel anselm antero
anthony antje antoine antoinette anton antonella antonia antonietta antonin antonina antonio anushka anwar anya
aoife aparna apolline araceli arash archana ariadna ariana arianna ariel arielle arjun arkadiusz arkady arlene
armand armando armelle armida armin arnaud arnav arnd arne arnold arrigo artem arthur arturo artyom arun aruna
arvid arvind asbjorn asha asher ashish ashley ashraf ashton asier asif asmita assunta asta astri astrid asuka
atieno atsuko atsushi attila attilio aude audrey augustin aurele aurelia aurelie aurelien aurelio aurora ava
avery avni axel axelle ayaan ayaka ayame ayanda ayesha ayman ayodele ayse aysegul ayumi aziz azucena babajide
balazs balint baltazar baptiste barbara bartosz bashir bastien battista beata beatrice beatrix beatriz beckett
becky begona belinda bence benedetta benedict benedicte benedikt benedita benigno benita benito benjamin benno
berenice berit bernabe bernadette bernard bernardo bernd bernhard bernie berta bertha bertille bertrand bethany
bettina betty beverly bhavna biagio bianca bilal billy birgit birgitta bjarne bjorn blanca blandine blazej bob
bobby bodil bodo bogdan bogna boguslaw bohdan bohumil bolaji boleslaw bongani bonnie boris borja borje boryslav
bozena bozidar bradley brandon branislav branko branwen braxton brayden brenda brendan brett brian brice bridget
briella brielle brigida brigitte britta bronagh bronislaw bronwen bruce bruna brunella brunhilde bruno bryan
bryce brynn burak burkhard caden caetano caio caitlin callie callum calogero calvin camden cameron camila
camilla camille camillo candice capucine carina carl carla carlo carlos carlota carly carmela carmelina carmelo
carmen carole caroline carolyn carsten cary carys casey casimiro caspar cassandra cassidy catalin catalina
catarina caterina cathal catherine cathy catia catriona cecile cecilia cedric ceferino celeste celestin
celestino celia celina celine cem ceri cesaltina cesar cesare cezary chandra chantal chantelle charlene charles
charlie chelsey cheng cheryl chetan chiamaka chiara chidi chieko chinedu chinonso chioma chipo chitra chiyoko
chloe chris christa christel christiane christina christine christof christoph christophe christopher chuck
ciara ciaran cillian cindy cinzia ciprian cipriano ciriaco claire clara clarence clarissa clarisse claudette
claudia claudio clayton clelia clelie clemens clement clemente clementina clementine clifford clive cloe
clothilde clotilde colby colette colin colleen collin colm colombe conall concepcion conchita connor conor
conrad constance constantin constantino consuelo cora coralie cordula corentin corey corinna corinne cormac
cornelia cornelius corrado cory cosimo cosmin costanza costel courtney craig crescencia cristian cristiano
cristina cristobal cristovao cristy csaba curtis cynthia cyprien cyril cyrille czeslaw dafydd dagmar daichi
daiki daisuke dalia dalibor dallin damaso damian damiano damien damilola damir daniel daniela daniele danielle
danijel danilo danny dante danuta daphne daragh darcy daria darin darina dario darius dariusz darko darlene
darrell darren darryl darshan darya dave davi david davide davina davor dawson deanna deb debbie deborah debra
declan deepa deepak deepika deirdre delfina delia delilah delphine delyth demetra demetrio demetrius denice
denis denise denisha dennis derek dermot desiderio desiree desmond destinee detlef devika dewayne diana diane
dianna diarmuid didier diederik diego dierk dieter dietlinde dietmar dilip dilys dimitri dimitrios dimitris dina
dinesh diogo dionisio dirk divya djamel dmitri dmitriy dmitry dmytro domenico domingas dominic dominik dominika
dominique domitila donal donald donatella donato donghyun donna dora dorian dorin doris dorit dorota dorothea
dorothee dorothy doug douglas doyun dragan drago dragos dubravka duc dumitru duncan dusan dustin dwayne dwight
dylan eamon easton ebba eberhard ebru eckhard edda eddie edelgard edgar edite edith edmond edmund edna edoardo
edouard eduard eduarda eduardo edward edwin edyta efrain efua egidio egil egon ehrenfried eiji eileen eilidh
eilis eimear einar eino eirik eirlys eithne ekaterina eladio elaine eleanor eleanora elena eleni eleonora
eleuterio elfriede eliane elias elif elijah elin elina elio elisa elisabeth elise elisee elisio eliska elissa
eliza elizabeth elke ellen ellie elliot elliott elmar elodie elof eloise elsa elsie elspeth eluned elvira
emanuel emanuela emanuele emeka emeline emery emiko emil emile emilia emilian emiliano emilie emilio emily emine
emma emmanuel emmanuelle emmett emre emrys encarnacion endre eneko engelbert enrico enrique enza enzo eoin
epifanio erasmo ercan erhard eric erica erich erick erik erika erin erkki ermanno erna ernest ernestina ernesto
ernie ernst ersilia erwan erwin eryn esin esmeralda esperanza esra esteban estefania estella estelle ester
esther eszter ethan etienne etiennette etsuko ettore eufemia eugen eugene eugenia eugenie eugenio eulalia
eulalie eun eunice eunji eunwoo eusebio eva evan evangeline evangelos evaristo evelin evelyn evgeni evgenia
evgeny ewa ewald ewan ewelina ezekiel ezra fabian fabiana fabiano fabien fabienne fabio fabiola fabrice fabricio
fabrizio fadi fahad faisal fanny farah farai fares farhan farid fatema fatima fatma fatou fatoumata fausta
faustine faustino federica federico felicia felicity felipe felisberto felix ferdinand ferenc fergal fergus
fermin fernanda fernando ferran fidel filip filippo filomena finbar finley fintan fiona fionn fiorella fiorenza
flaminia flavia flavie flavio florent florentina florian florin floris floyd folake fortunato fosca francesca
francesco francine francis francisca francisco franck franco francois francoise franka franklin frantisek franz
franziska frauke fred freddie frederic frederick frederik frederique fredrik freya frieda friedemann friederike
friedhelm friedrich fritz frode fulgencio fulvia fulvio fumiko fumio fyodor gabby gabi gabor gabriel gabriela
gabriele gabriella gabrielle gaelle gaetan gaetano gail galina gareth garrett garry gary gaspar gaspard gaspare
gaurav gautam gavin geeta gemma genevieve gennady gennaro geoff geoffrey george georges georgina georgios
geraint gerald geraldine gerard gerardo gerd gerda gergely gerhard gerlinde germaine gernot gerolamo gerrit
gertie gertrude gertrudis ghassan gheorghe ghislain ghislaine giacinta giacomo giada giancarlo gianfranco
gianluca gianluigi gianmarco gianna gianni gideon gilbert gilberto gilda gilles gillian gina gino gintaras
giorgia giorgio giorgos giovanna giovanni girish girolamo gisbert gisela gisele giselle gita giulia giuliana
giuliano giulio giuseppe giuseppina gizem gladys glaucia glenda glenn glenys gloria goncalo gonzalo goran
gordana gordon goro gosia gottfried gotthard gottlieb graca gracie graciela gracyn graham grainne graydon grazia
graziano graziella grazyna greg gregoire gregor gregoria gregorio gregory greta greyson grigori grigory gruffydd
grzegorz guadalupe gudmund gudrun guenole guenter guglielmo guido guilherme guilhermina guillaume guillermo
gulsen gumersindo gundula gunilla gunn gunnar gunner gunter gunther guowei gurpreet gus gustav gustavo gwen
gwenaelle gwendolyn gwilym gwyneth gyorgy gyula haakon habib hadiya hailey hajun hakan hakon halina halle hallie
hallvard halvor hamid hamish hamza hana hanako hanan hanane hani hanna hannah hanne hannelore hannes hanno hans
haoran harald harini harish harlan harold harpreet harriet harrison harry harsh hartmut hartwig haruka haruki
haruna haruto harvey hassan hatem hatice hayden heather hector hedwig hege heidi heidrun heike heiko heimo
heiner heinke heinrich heitor helen helena helene helga heli heliodoro hella helle helma helmut heloisa heloise
hemant hendrik henning henri henrietta henriette henrik henrike henrique henriqueta henry henryk herbert
heribert herman hermann hermine herminia herminio hernan herta herve hester hideki hideo hieu hilario hilary
hilda hilde hildegard himanshu hinrich hipolito hippolyte hiro hiroko hiroshi hiroto hiroyuki hitomi hjalmar
holger hollis honorata horacio horia horst hortense hortensia hotaru houda howard hrvoje hryhoriy hubert huda
hugh hugo hugues huguette humberto huong huseyin hussein huw hyejin hyeri hyunwoo ian ibolya ibrahim ibrahima
ida idris iestyn ieuan ieva ifan ifeoma ignacio ignacy ignazio igor ihor ikenna iker ikram ilaria ilario
ildefonso ildiko ileana ilias ilka ilona ilse ilya imelda imke immacolata imogen imran imre inacio indira ines
inga inge ingeborg ingeburg ingo ingolf ingrid ingvild inigo inkeri inmaculada inna ioana iolanda ionel ionut
iracema irena irene irenee irina irma irmgard irmtraud irving iryna isaac isabel isabela isabella isabelle
isadora isaiah isaias isak isaline isamu isaura isha ishaan ishita isidoro isidro ismael ismail isobel isolde
istvan italo itsuki itziar iulia iulian ivan ivana ivano iver ivica ivo ivona ivone iwan iwona izabela izzy jaap
jacek jacinta jacinto jackie jacklyn jaclyn jacob jacopo jacqueline jacques jaden jadranka jadwiga jaehyun
jaelyn jagdish jagoda jaime jakob jakub jamal jamar james jamie jamila jana janae jane janelle janet janette
janice janina janine jannik jannis janos janusz jared jarek jarl jarmila jarmo jarod jaroslav jaroslaw jarrod
jasmin jasmina jason jaspreet javier javon jaya jayce jayden jayesh jayla jaylen jazmine jeanette jeanine jeanne
jeannette jeannie jed jeff jeffrey jelena jenaro jenifer jenna jennie jennifer jenny jens jerald jeremiah jeremy
jeri jermaine jerome jeronimo jerrod jerry jerzy jesica jesper jesse jessica jianguo jiho jihye jill jillian jim
jimin jimmy jin jindrich jiri jitka jiwoo joachim joan joana joanie joanna joanne joao joaquim joaquin jocelyn
jocelyne jochen jodi jodie joe joel joelle joerg joey johan johann johanna johannes john johnathan johnnie
johnny jolanta jolene jon jonah jonas jonathan jonathon joost jordana jordi jordyn jorg jorge jorgen jorn jorunn
jose josef josefa josefina joselyn josep joseph josephine joshua josiah josiane josie josip josipa josselin
josue jouni joyce jozef jozsef juan juana juanita judd judicael judith judson judy juergen juha juhani jukka
julia julian juliana juliane julianna julianne julie julien julienne julieta juliette julio julius junichi
junjie junko jurema jurgen jurij justin justina justine justyna jutta jyoti kaarina kabir kacey kacper kaede kai
kaija kaisa kaitlin kaitlyn kaito kajsa kaleb kali kalle kalman kalpana kamal kamala kamau kameron kamil kamila
kana kaori kapil kareem kareema karel karen kari karim karin karina karine karissa karl karla karlheinz karolina
karoline karson karsten karthik karyn kasia kaspar kassandra katalin katarina katarzyna kate katelyn katerina
kateryna katharina katherine katheryn kathleen kathrin kathryn kathy katie katinka katja katlyn katrin katrina
katsuo katya kavita kavya kayla kaylee kazimierz kazuhiro kazuki kazuko kazuya keegan keiko keisha keisuke keith
kelechi kellan kelli kellie kelly kelsey kelvin kemal kendra kendrick kenichi kenji kenna kenneth kenny kenta
kentaro kerri kersten kerstin ketil kevin khadija khaled khalid khanh kiara kiera kieran kierra kimberlee
kimberly kimiko kimmo kinga kiran kirill kirsten kirstin kirsty kirti kishore kiyoshi kjell kjersti klara
klaudia klaus klementyna klothilde knud knut kofi koichi koji komal konrad konstantin konstanze kordula kornelia
kostas kota kresimir kristen kristi kristian kristie kristiina kristin kristina kristof kristoffer kristopher
kristy krystian krystyna krzysztof ksenia kumiko kunal kunihiko kuno kurt kwabena kwame kwesi kyla kyle kyler
kylie kyoko kyoshi kyra kyungsoo lachlan ladislao ladislav laetitia laila lajos lakshmi lalit lamar lamberto
lamine lamont landon lara larisa larissa larry lars lasse laszlo lata latasha latifa latisha latoya laura laure
lauren laurence laurent lauri laurie lauro lavinia lavonne layla lazare leah leandra leandre leandro leann
leanna leanne lech leela leen leena leif leigha leila leire leland lemuel lena lenka lennard lennart lenny leo
leocadia leokadia leon leona leonard leonarda leonardo leonce leoncio leonid leonie leonor leopold leopoldina
lerato leroy lesley leslie lesya leszek leticia letitia letizia levente lewis lexi leyla liam liana licia lidia
lidiane lieke liesbeth liesel ligia lihua liisa lila lilah lili lilia lilian liliana lillian lilly lilou lina
linda lindiwe lindsay lindsey lindy linh linnea linus lionel lisa lisbeth lise liselotte liudmyla livia livio
liviu liz liza ljubica llewelyn logan loic lois lola lonnie lora loredana lorena lorene lorenz lorenzo loretta
lori loriana lorna lorraine lothar lotta lotte lou louis louisa louise lowri luana luann lubna lubomir luc luca
lucas lucette lucia lucian luciana luciano lucie lucien luciene lucija lucile lucille lucinda lucius lucja lucy
lucyna ludger ludivine ludmila ludmilla ludovic ludovica ludwig luigi luigia luis luisa luise luiz luka lukas
lukasz luke lula luminita lupe lurdes lutz luzia lydia lydie lyle lynda lynette lynn lynne lyubov lyudmila
maarten mabel mable macarena maciej maciek macy madalena madalina maddie madeleine madhavi madhu mael maelle
maeve mafalda magda magdalena magdalene maggie magnus maher mahesh mahmoud maija maik mair mairead maite maja
makayla makoto malachy malak malcolm malgorzata malik malin mallory malte malwina mamadou mamta mandy manfred
manish manisha manju manlio manoel manoj manolo manon manuel manuela mara marc marcel marcela marceli marcelin
marcelina marcelino marcella marcelle marcelo marcia marcin marcio marco marcos marcus marcy marek margaret
margareta margarete margarethe margarida margarita margaux margery margherita margit margot margrit marguerita
marguerite marharyta maria mariah mariam marian mariana mariangela mariangeles marianne mariano maribel
maricarmen maricruz marie mariel mariela marielle marietta marijana marika mariko marilena marilyn mario mariola
marion marisa marisol maristella marit marius mariusz marja marjorie markku marko markus marla marlena marlene
marlies marlon marnie marta martha marthe martin martina martine marton marty marva marvin marwan mary maryam
maryann maryanne masahiro masako masaru masashi massimiliano massimo matej mateo mateusz matheus mathias mathieu
mathilde mathis matias matija matilda matilde mats matt matteo matthew matthias matthieu matti mattie matyas
maud maura maureen maurice mauricio maurizia maurizio mauro maurycy maxence maxime maximilian maximino maxine
mayu mayumi mayur mazen mbali mckenna mechthild meenakshi meera megan meghna megumi mehdi mehmet mei meiling
meinhard melaine melanie melba melchor melina melinda melisa melissa melvin meredith merete merja merle merten
meryem mette mhairi mia micaela micah michael michaela michal michel michela michele michelle michiko mickey
midori mieczyslaw miguel mihaela mihai mihail miho mika mikael mikhail miki mikkel mikko miklos milan mildred
milena milica millicent millie milos mina minerva mingyu minh minji minjun minna minnie minseok miodrag miranda
mircea mireille mirela mirella miriam mirjam mirjana mirka mirko miro miroslav miroslaw mirta misaki mitchell
mitsuko mitsuo mitzi miyuki mladen moacir moana modesta mogens mohamed mohammad mohammed mohan mohini mohit
moira moises mojca mollie molly momoka mona monika monique morag morgane moritz morris morten mostafa mouna
moussa mridula muhammad muhammed mukesh mukul munir murat muriel murielle mustafa mwende mykhailo mykola mylene
myles myra myriam myrna myrtille myungsoo nabil nabila nadege nader nadezhda nadia nadine nadiya nadja naim
naima naina najwa namrata nanako nanami nancy nandini nanette naoki naoko naomi narayan narendra nasir nasser
nassim natalee natalia natalie nataliia natalija natalino nataliya natasha nathalie nathan nathaniel natsumi
nawal nazaret nazario nazim nebojsa neeraj neeta neha neide neil nele nellie nelly nelson nemesio nenad nerea
nerys nestor nettie neus ngan ngozi nhung niall niamh nicanor nicholas nichole nick nicky nicodemo nicola
nicolai nicolas nicole nicoleta nicoletta nicolo nidhi niels nigel niilo nikhil niki nikita nikki niklas nikola
nikolai nikolaj nikolaos nikolas nikolay nikolett nikolina nikos nilesh nils nilton nina ninon nirmala nisha
nitin nivaldo nizar njeri njoroge nkechi noah nobuko noelia noelle noemi noemie nolan nomsa noor nora norah
norbert norberto noreen noriko nuno nunzia nunzio nupur nuria nyambura obdulia obinna octavia octavian octavio
oddny oddvar odete odette odile ofelia oisin oksana olaf olamide olav olavi olavo oldrich oleg olegario oleh
oleksandr oleksii olena olesya olga olgierd olha oliver olivia olivier ollie olumide oluwaseun olwen olympe omar
omid ondrej onur ophelie oran orazio oreste orhan oriane oriol orla ornella orsola orsolya ortrud orville osama
osamu oscar osian oskar osman osmo ossama osvaldina osvaldo oswald otavio otfried othmar ottavia ottavio ottilie
otto oumar ousmane outi ovidiu owain owen ozlem pablo padma padraig paivi pallavi palle palmira palmiro paloma
pamela pancracio pankaj paola paolo paride parisa parvati parveen pascale pascaline pascual pasquale patrice
patricia patricio patrick patrik patrizia patrizio patrycja patryk patsy patti paul paula paule paulette paulina
pauline paulo pavel pawel pearlie pedro peggy pekka penelope percival percy perla pernille perrine petar pete
peter petr petra petro petronila petros petru petrus philip philipp philippa philippe phillip phillipa philomene
phoebe phuc phuong phyllis pia pierangelo pierluigi piero pierpaolo pierre pierrette pierrick pieter pietro
pilar piotr pirjo piroska piyush polina polly pooja porfirio pouya prachi pradeep prakash pranav prasad pratik
praveen predrag preeti primitivo priscilla priti priya priyanka prudencio przemyslaw quang queenie quentin
quintin quique quiteria quynh rachael racheal rachel rachid radek radhika radka radmila radoslaw rafael rafaela
rafal raffaele rafiq raghav ragnar ragnhild rahel rahul raimo raimondo raimund raimunda raimundo rainer raisa
rajan rajesh rajiv rajni rakesh rakhi ralf ralph raluca ramesh ramiro ramon ramona ramzi randall randi randolph
rania raniero raniya ranjit raphael raphaelle raquel rasha rashid rashmi rasmus rastislav ratna raul ravi rawan
raymond raymonde razvan reba rebeca rebecca rebekah rebekka reem reena reggie reginald regine regis reiko reiner
reinhard reinhild reinhold rekha remi remy renae renata renate renaud renee renita renu renzo reuben reva reza
rhett rhian rhiannon rhoda rhona rhonda rhys riad ricarda ricardo riccardo richa richard rickard ricki ricky rie
rigoberto riitta riko rima rishi rita ritika ritu riya roald robbie robert roberta roberto robyn rocco rochelle
rocio roderich roderick rodger rodney rodolfo rodolphe rodrigo rogelio roger rogerio rohan rohini rohit roisin
roksolana rola roland rolando rolf romain romane romina romualdo ron ronald ronaldo ronan ronnie roopa rory
rosalba rosalia rosalie rosalind rosalinda rosalyn rosangela rosanna rosanne rosaria rosario roscoe roseann
rosella roselyne rosendo roser rosie rosilene rosine rosita roslyn rossana rossella rostislav roswitha roula
rowan rowena roxana roxane roxie roy roya royce ruairi ruaridh ruben rubens rudi rudiger rudolf rudy ruediger
rufino rufus ruggero rui ruoxi rupali rupert ruprecht ruslan russ russell rutendo ruth ryan ryleigh ryo ryosuke
ryota ryszard saad saara sabatino sabina sabine sabino sabra sabrina sachiko sachin sadia sadie saeed sahar
sahil saida saif sakari sakura salena salim sally salma salman salome salvatore salvatrice sam samantha samar
samarth sami samia samir samira sammie sammy samson samuel samuela samuele sana sandeep sandor sandra sandrine
sandro sangeeta sangwoo sanjana sanjay sanna sanne santina santosh saoirse sara sarah sarita sasha satoshi
saturnino saul saundra saverio savita sawsan sayaka sayuri scott seamus sean sebastian sebastiano sebastiao
sebastien seema segismundo segolene seija seiji selena selin selma semyon senga senka seojun seoyeon seoyun sepp
seppo serafin serafina serdar serena serge sergei sergey sergio serhii setsuko seulgi severiano severine
severino seweryn seydou shadi shaheen shahid shalini shana shane shanna shari sharif sharla sharlene sharmila
sharon sharron shaun shauna shawn shayla shayna sheena sheila shelby sheldon shelia shelley shelly sheree sherif
sherri sheryl shigeru shilpa shinji shiori shireen shirin shirley shivani shizuka shobha shoko shonda shota
shreya shruti shubham shun shweta sian siddharth sidonie siegbert siegfried sieglinde sigmar sigrid sigrun
sigurd silas sile silke silvana silverio silvia silvio silviu simao simon simona simone simonetta sina sinead
sini sinisa siobhan sipho sirkka sirpa siv siwoo sixtine siyuan sizwe skander slavica slawek slawomir sloane
slobodan smita sneha snezana sofiane sofie sofiya solange solene solomiya solveig solvi sondra sonia sonja sonke
soojin sophia sophie sophronia soraya sorcha soren sorin souleymane soumya sridhar stacey stacie stacy stan
stanislav stanislaw stanislawa stanko stefan stefania stefanie stefano steffen steffi steinar stelian stella
stepan stephan stephane stephanie stephany stephen steve steven stjepan struan stuart subhash sudha sudhir
sujata suleiman suleyman suman sumiko sumit sumitra sungmin sunil sunita supriya surbhi suresh susan susana
susann susanna susannah susanne sushma susumu suzanna suzanne suzette suzuka svante svein sven svenja svetlana
svitlana swantje swapna swati sybille sydnee sylvain sylvester sylvestre sylvia sylvie sylwia synnove szabolcs
szilvia szymon tabatha tabitha tadashi tadeu tadeusz tadhg taeyang tafadzwa taha tahir taichi tainara takahiro
takashi takeo takeshi taleb talia talita tamar tamara tamas tameka tamera tami tamika tammi tammie tammy tamra
tamsin tanguy tania tanisha tanja tanvi tanya tapio tara taras tarek tariq tarja tasha tatiana tatsuya tatyana
ted teddy teemu tegan tejas telesforo telma temitope tendai teodor teodora teodoro teofil teofilo terence teresa
tereza teri terje terrance terrell terri terrie terry tess tessa tetsuya thabo thaddeus thandiwe thanh thao thea
thelma themba theo theodor theodora theodore theodosia theophile theotime theresa therese thiago thibaud
thibault thibaut thierry thijs thilo thomas thora thorben thorbjorn thorsten thuli thurman thuy tiago tianyi
tibor tien tiffany tihomir tiina tilda tilman tilo tim timea timmy timo timofey timoteo timothee timothy timur
tina tisha titouan tiziana tiziano tobias toby todd tom tomas tomasso tomasz tomaz tomek tomislav tommaso tommy
tomohiro tomoko tomos toni tonia tony tonya torben tore torge toribio tormod torsten toru torvald tosca toshio
tracey tracie tracy traian trang traudl travis trent tressa trevon trevor trey tricia trina trine trinh trisha
trista tristan trond trude trudy trygve tsubasa tuan tuija tullio tunde tuomas turid tuula tuyet twila tyler
tymon tyree tyrone ubaldo ubirajara uche udo ugo ulf ulises ulla ulli ulrich ulrike ulysse ulysses uma umberta
umberto umut unai unni urbain urho urmila ursel ursula urszula uschi usha uta ute uwe vaclav vadim valarie
valdemar valentin valentina valeria valeriano valerie valerija valerio valeriu valeriy valery valmir vanda
vandana vanessa vani vania varun vasco vasile vasiliki vasilis vasily vassilis vasudha vasyl vedran vegard
veikko veit velma venancio vera verena vern verna vernice vernon veronica veronika veronique vesna vibha vicenta
vicente vickey vicki vickie vicky victoire victorien vidar vidya viggo vijay vijaya vikas vikram viktor viktoria
viktorija viktoriya vilhelm ville vilma vilmos vimal vinay vince vincent vincenza vincenzo vineet vinh vinita
vinod violaine viorel viorica vipul virgie virgil virgilia virginie vishal vishnu vit vitaliy vitaly vitor
vitoria vittoria vittorio vivek vivian viviana vivien vivienne vjekoslav vladimir vladislav vlasta vojtech
volker volkmar volodymyr vonda vsevolod vuk vyacheslav waclaw wael wafa waldemar waldir waldo walid wallace
walter waltraud wambui wanda wanjiku warren wassim wayne wei weijie weiming wenceslao wendel wendelin wendell
wendi wendy wenzel werner wesley whitney wiebke wieslaw wiktor wiktoria wilbur wilda wilfred wilfried wilhelm
wilhelmina willa willard willem william willis wilma wincenty winfried winifred winnie winona winston wiola
witold wladyslaw wlodzimierz wojciech wolfgang wolfhard wolfram woodrow wyatt xabier xander xaver xavier xaviere
xiaohong xiaoming ximena xinyi xiuying xuan yael yago yahya yana yanling yann yannick yannis yara yaroslav
yaroslava yash yasir yasmin yasmine yassine yasuhiro yasuko yaw yegor yejin yekaterina yelena yevgeny yevhen
yifan yildiz yinka yngve yoann yogesh yohan yohann yoichi yoko yolanda yolonda yosef yoshi yoshiko yosuke younes
youngho yousef youssef yuhan yuka yuki yukiko yukio yulia yuliya yumi yumiko yuna yuri yuriy yusra yusuf yusuke
yuto yuxuan yveline yves yvette yvonne zacarias zachariah zachary zachery zahra zaid zainab zaira zakaria zaki
zanele zara zbigniew zdenek zdravko zdzislaw zeinab zeke zelda zelia zelie zeljko zenaida zenon zeynep zhanna
zhen zhiqiang ziad zigmund zihan zinaida zita zivko zixuan zoe zofia zoltan zoran zorica zosia zrinka zsofia
zsuzsa zsuzsanna zulmira zuzana zuzanna zygmunt`;
