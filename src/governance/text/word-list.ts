/** Words of everyday texts without their accents: what a row of letters is cut into, and what a hidden spelling is known by. */

export const everyday: ReadonlySet<string> = new Set(
  `abaikan abandon able abortion about above abroad absolutely abuse accept accepted access accident
according accordingly account accountant accounts accurate accused acid acme across act action
actions activate active activist actor actress actual actually ada add addiction address adds admin
administrator administrators admits adopt adventure advertise advertisement advice advocate africa
after afterwards again against age agent agents ago agora agree agreed agreement ahora air airbag
airport akun alarm alarms alcohol alibi alignment all alla alle allow allowed almost alone along
alphabet already als also although always ambushing among amoral amount amounts ana analyse ancient
and android ang angry animal animals anlat anleitung anna anonymous anonymously another answer
answered answering answers anterior anteriores antes anthrax anthropic antivirus ants antworte
anweisungen any anyone anything apa apartheid api apologise apology app appear append apple apples
applicant application applications apply applying appointment apprentice approve approved apps
architecture archive are area aren argue argument arguments arm armour armoured arms army around
arr arrive arrived arson art article asbestos aside asistente ask asked asking asks assembling
assistant assistants assistent assistente assume async attach attached attachment attack attacking
attacks attempt attention audience auditors auf aus authentication author authorised authorities
authority autism automated automatic automatically aviso avoid await away baby back backdoor
background backup backwards bad badbot bag bagaimana bags bake bakery baking balance ball balloons
ballots ban banana bank banking banknotes banks banned bao bark baron base baseball based basement
bash basic bat bath bathroom battle beans bear beat beating beautiful became because become becomes
becoming bed bedtime been beers before begin beginner beginning begins behalf behavior behaviour
behind bei being believe believes below benefits best bet better between beyond bez bicycle bien
big bike bill bin bir bird birds birthday bis bist bit bitcoin bite bitte black blackmailing blank
bleach bleed blind block blocked blocks blog blood blow blowing blue board boat bob body boil boite
bold bom bomb bomba bombe bone bonus book booking books boot border born boss bot both botnet
bottle bottom bound bounty box boxing boy brain brainstorm brakes brand brauche break breaking
breaks bribes bribing bridge bring british broken brothel brother brown browse browser buchstabe
bucket budget buf bug build building built bullet bullets bully bullying burglar burglars burglary
burn burning bus business busy but button buy buying bypass bypassing cables cac cache caesar cafe
cake calculate calendar call called caller calls calm calming calories cambio came camera cameras
campaign can cancel cancelled cancer candidate cannot canteen capital captain captchas car cara
caravan carbon card cards care carry cars carving casa case cases cash casino cat catch categories
catering cats cattle caught cause causes celebrity cell censorship center central century ceo
certain certificate chain chance change changed changes changing channel chants chaos chapter
character characters charge charity chat chatbot chatbots chats che cheap cheating check checker
checking checks cheerful chef chemical chemicals chemistry chemotherapy chess child children
chlorine choice choke choose choosing church cite citizen city civil claim claiming claims class
classify classmate clause cle clean cleaners cleaning clear clever click client climate climbing
clinic clone cloning close closed clothes cloud club coach coat cocaine cocina cocktail code codes
coffee coin cold colleague colleagues collect collecting collection college colonial color colour
colours columns com combine come comedy comes comfort comic command commands comment comments
commit committee common community como companies company compare competitor complaint complaints
complete completed comply compose compte compute computer con concatenate concern concert
conclusion concrete condition conditioner condolence confession confidential config configuration
confirm confirmation cong consent consider consignes conspiracy constitutional constraint contact
contain containers containing content contents contenu context continue contra contract contrasena
contre control conversation convert convince convincing cook cookies cooking cool coordinator
copies copilot coping copy core corner corporate correct corrected corrige corrupt cosa cost costs
cough could count counterfeit counterfeiting country countryside counts couple courriel course
court cover covering crack cracking crash crashes create creating creator credentials credit creepy
crime criminals critic cross crowd crowded crush cry cryptocurrency crystal css csv cua cual
culture cup cures curl current customer customers customs cut cuts cutting cyber cycle daily dam
damage dame dan danger dangerous dari dark das data database date dates daughter day days ddos dead
deal dealer dear death debate debug debugging decade deceased decide decided decision decisions
decline declines decode deep deepfake deepfakes def default defend defense define degree degrees
deine deja del delay delete deleted deliver delivery dem demand den deny denying department depend
deployment deposit dept der derailing des desarrollador describe description desenvolvedor design
designer designing desk despite dessus destroy destroying det detail detailed details detect
detective detectors deutsch dev develop developer developers developpeur device devil devise
diabetes diagnosis dialogue diary dice did die diese difference different difficult diga digits
dimentica din dinner diploma dir direct direction directions directives directly director directory
dirty disable disabled disabling discard disclaimers disclose discord discount discover discreetly
discuss discussing disease disobey disorder display disregard distance district dit dna dns doctor
doctors document documentary documentation documents does doesn dog dogs doing dollars domestic don
done donne door dos dose down downloads draft dragon draw dream dress drill drink drinking drinks
drive driven driver driving drone drop dropped dropping drowning drug drugging drugs due dump
dumping dungeon during dzia each earlier early earth earthquake easiest easily easy eat eating echo
economy ecris edge edit editor een effect effort egg eggs eight ein eine einen either election
electric electricity elephants elle else email emergencies emergency emojis emotions employee
employees empresa empty enabled encode encourage encrypt encryption encrypts end ending ends enemy
energy engine engineer engineering english enough enter entering entertain entire entre env
environment equal erase eres erklare error escalate escape escaped escaping escribe eslint
especially esqueca essay essere est establish este esto ethical ethics ethnic etica eur euro europe
euros evading evaluate evasion even evening event events ever every everybody everyone everything
evidence evil exact exactly exam example examples excel excellent exception exceptions execute
executed exercise exist exit expect expected expense expensive experience experienced experiment
expert experts expired explain explained explaining explains explanations explica explicame
explique explode exploit explosive explosives export express expression external extra extract
extracting eye fabriquer face fact factor factory facts fail failed failing failure fainting fair
fake faking fall falls false families family famous fantasy faq far farm fasse fast fasting father
favor favour favourite fear feature features federal feedback feel feelings fell female ferry
fertiliser fetch few fiction fictional field fifty fight fighting fights figure figures file files
filing fill film films filter filters filtre filtros final finally financial find finding finds
fine finger fingerprints finish finished finja fire firewall fireworks firm first fish fishing
fitting five fix fixed flag flat flats flight flights flooding floor flour flu fly focus foi folder
follow followed following follows food fooling foot football for forbid forbidden force forcing
foreign forest forever forge forged forget forging forgot forgotten form formal format formatting
former forms formulas forum forward found four fox frage framing france frase frases fraud free
freed freedom freelancer freely french friday friend friendly friends frighten from front fruit
fuel fulfil full fully fun function fund funny fur further future gain game games garage garden
gardening gas gateway gave gay general generate genuine german germany get gets getting ghost gib
gift gio girl girlfriend girls git give given gives giving glass global gmail goal god goes going
gold gone good google got government gps gpt grade graffiti grand grandma grandmother grandson
grant granted grape graphs great green greet grenade grenades grill ground group groups grow
growing growth guard guardrails guards guess guest guests guidance guide guidelines guitar gun guns
guten guy hack hacked hacker hacking had haiku hair half han hand handbook handcuffs handle
handling hands handy hang hanging happen happened happens happy harassment harbour hard harf harm
harmful harmless harness has hash hat hate have having head health healthy hear heart heat heavy
held hello help helpful helping helps her herbs here hereby hero heroin herself het hex hey hidden
hide hiding hien high highest hijacking hiking him himself hint hire hiring hiroshima his history
hit hoe hold holds holocaust home homemade homes homework honest hope horn horror horse horses
hospital host hostage hostile hot hotel hour hours house household how however html http huge human
hundred hunting hurt husband hypothetically iban ich idea ideas identify identity ids ignora ignore
ignored ignorer ignores ignoriere ignorieren illegal illegally image imagine immediately immigrants
impact implement important improve improvise inbox incident include including income increase
indeed indicate industry infect inferior inform information ingles ingredients initial inject
injection injury inner input inside inspector instagram install installed installing instance
instead institution instrucciones instrucoes instruct instructies instruction instructions
instruktioner insulin insult insults insurance intelligent interest intern internal internet
interview interviewer interviewing intimate into introduce introduction invent invented inventing
invest investigate investment investors invitation invite invoice invoices involve iphone
irrespective island isn iso issue ist istruzioni italian item items its itself jail jailbreak jak
jamais japanese java javascript jest jetzt jewellery jews job jobs join joke joker jokes journalist
json judge judo jump jumping jury just kamu kane kann kata keep keeping keeps keine kettle key
keyboard keylogger keys khau khoan khong kid kidding kidnap kidnapping kids kill killed killer
killing kills kim kind king kingdoms kitchen kittens knew knife knives knocking know knowing
knowledge known knows konto kubernetes lab label labels lahat lake lam land landlord language
languages laptop large las last late later latex latin laugh launder laundering law laws lawyer lay
layer lead leader leaflet leak leaked learn learning lease least leave leaves leaving lecture left
leg legal legality legally length les less lesson let lethal letra letter letters letzte level
levels liberty librarian libraries library licence lie lies life lift lifted light lighter
lighthouse lighting like likely likes limerick limit limites limits line lines link links linux
list lista liste listen listening listing lists literally literature litre little live llave llm
load local location lock locked locking locks locksmith log logged logging login logs loi lol
lonely long longer look looking looks lorry los lose losing loss lost lot love loved loves low
lower luck lyon lyrics macbeth machine machines made magazine magic mail mailbox mails main
maintain maintainers maintenance maintenant major majority make maker makers makes making malicious
malware man manage management manager manipulating manual manufacture many map march mark markdown
marked market marketing marks marriage mask massacres massage master mat matar match matches
material mato matrix matter max maximum may maybe mayor mean meaning means meant measure meat media
medical medication medicine medieval meet meeting mein meine meiner meines member meme memory
meningitis mensaje mention mentioned mentions menu merge message messages met metal metanfetamina
meter meth method metric meu mia mice microphone middle might migrants migration mijn mild military
milk million mind mine minecraft minha mining minister minor minors minute minutes mio mir mira
mirror miss missing mission mistake mit mix mixed mixing mob mocks mode model models moderation
moderator moderators modern modify modo module moi moja molotov mom moment mon monday money monitor
monitoring monologue month moon moral morals more morning most mostly mot mother motion
motivational mountain mountains mouth move moves movie moving much multiple multiplication murder
murdering museum mushrooms music muslim must myself mystery naar nail nails naked name named names
naming nanny nao narrator nas nation national nato natural nature near nearly necessary nedir need
needed needs negative negeer negotiator neighbour neighbourhood neighbours nel nenne neo nerve
nested network neutral never new newborn news newsletter newspaper next nhac nice nicht nie night
nine nobody node noise non none noon nor normal north not note notes nothing notice noticing noun
novel novels now npc npm nuclear nude nudes null number numbers nunca nur nurse nursing oben obey
obeys object objects obtain occur och odio off offer offers office officer officers official often
ohne oil okay old olive olvida once onceki one ones online only onto open openai opened opening
opens operating operation operator opinion opinions opioids opposite optimistic option ora oracle
orange order orders ordinary organise organising organization original oslo other others otherwise
otters oublie our out outbreak outdated outline output outside oven over overdose overflow override
overrides overview overwrite own owner oxygen package packing page pages paid pain paint painting
pair palabra panic paper papers par para paracetamol parade paragraph parameter parcel pare parent
parental parents park parliament parlour parola parse parser part particular partir partner parts
party pas pass passe passed passes passing passive passphrase passport password passwords passwort
past paste path patient patients pattern pay paying payload payment pdo peace peaceful pedido
pension pensioners people per perfect perform performing perhaps period permission permissions
person persona personal personality persuasive pesticides pet petrol pets pharmacy phishing phone
phones photo photos php phrase physical pick picture pictures piece pig pigeons pill pills pin
pineapple pins pipe pipeline pipes pirate pistol pizza place places plague plain plait plan plane
planning plans plant planting plants plastic plate play player players playing please plot plus
plutonium poaching podcast poem poi point points poison poisoned poisoner poisoning poker police
policies policy polite politely politeness political politician politicians poor popular population
por portraying posing position positive possible posso post poster postgresql posts pot potential
pour powder power powershell practical practice practise praising prank precedentes precise
pregnant preheat premium prepare preparing prescription present president press pressure pressuring
pretend prevent previous price prices prima principles print printed printer printing prints prior
priority prison prisoner privacy private privilege privileges pro probably problem procedure
proceed proces process processo produce producing product production products professional
professionals professor profits program programme programming programs project promise prompt
prompts proof proofread properly properties propose protect protected protecting protest protesters
prototype prove provide proving provoking przed public publish published publishing puedo pull pump
pumpkin punch pupil pupils purchase purpose purposes push pushing put puzzle pyramid pytest python
qua qual quality quarry que quelles query question questions queue qui quick quickly quiet quite
quiz quotation quote quotes rabbit race racism racist radio railway rain raise random range ranking
ransom ransomware rap raped rate rather raw reach react reaction read readable reader readfile
reading reads ready real realistic reality realize really reason reasons reboot receive recent
recipe recognising recommend record recording recovering recruitment red reduce references refugee
refugees refund refusal refusals refuse refuses refusing regeln regex regime region register
registering reglas regles regole regras rejected relate relatives release religious remain remember
remind reminder remote remotely remove removed removes removing rental repair repeat rephrase
replace reply reponds report reporting reports repository represent request requested requests
require requirements research researchers reset respond responda responde response responsible rest
restart restaurant restoring restricted restriction restrictions result results resume retired
retries return returned returns reveal revenge revenue reverse review reviewer reviewers reviews
rewrite rex rhinos rhyme rice rich ricin rid riddle ride rifle right rights ring rise risk risks
rispondi rival river road roast rob robbery robbing robot rock role roleplay roles rolle rolls roma
romance rome room rooms root rope rose roses rot route router routine row rows rubric rude rule
rules ruling rumour rumours run running runs russian rust sabotaging safe safely safer safety said
salary sale sales sam same sample sand sandi sans sao satisfied satu satzen save saved saves
savings saw say saya saying says scale scam scams scandal scanner scare scaring scene sceptical
scheme school schools schreib schreibe science scientist score scratch scratches screen script
scrivi sea search season seat sebelumnya second seconds secret secretly secrets section securing
security see seem sei select self sell selling sem send senha senior sense sent sentence sentences
senza separate serial series serious serve server servers service serving session set setting
settings setup seven several severity sex sexual shadow shady shake shall share shared shares
sharing she sheet sheets shell ship shipping shirt shoe shoot shooting shop shoplifting shopping
short shorter shot should shoulder show showed showing shown shows shut sick side sides sie sign
signal signature signed significant signs sigue silent silently silly sim similar simple simply
simulate simulation sin since sind sing singer single sistem sistema sister sit site sites
situation six sixteen size skill skin skip sky slave sleep sleeping slow slurs small smart smile
smoke smoking smuggle smuggling snake snow social society sofort soft software soldier solo
solution solutions solve some somebody someone something sometimes son song sont soon sorry sort
sorted sorting sound source sources sourdough south space spaces spam spanish speak special
specific speech spell spelling spells spend spiel spiking spirit spoilers sport spot spots spray
spread spreading spreads spreadsheet spring spy spyware sql ssh stab stadium staff stage staging
stairs stalk stalking stand standard stands star start started starting starts starve starving
state statement statements station stations stattdessen status stay stays steal stealing stealth
steel steering step steps stick sticks still stir stock stolen stone stones stop stopped stopping
store stored stories storing storm story str straight stranger strangers strangle strategy
streaming street stress stressed strict string strong strongest structure stuck student students
studies study studying stuff style subject subordinate subscription substances subway success such
suddenly sudo suffer sugar suggest suicide suitcase sum summaries summarise summarising summary
summer summoner sun sunday sunset super supermarket supervisor supply support supporting suppose
sur sure surface surprise survey survive survives suspend suspended suspicious svc sviluppatore
swallow swap swear sweet switch symptoms synagogue syndrome synonyms syrup sys system systeme
systemowy systemprompt systems table tablet tablets tags tai take takes taking tale talk talking
talks tampering tan tanpa target task taught tax taxes tea teach teacher teachers teaches teaching
team technical technology teenager teenagers tekst telefono television tell telling tells
temperatures template ten tenant tend teraz term terminal terms terraform terrible terrorist test
testing tests text texte texto than thank thanks that the theatre theft their them themselves then
theories theory therapist there therefore thermite thermostat these thesis they thing things think
thinks third this those though thought thousand threat threaten threatening three thriller through
throw throwing thus ticket tickets tie time timer times tiny tip tips tired title todas today
toddler todo together toi token tokens tokyo told tom tomate tomato tomorrow tone tonight too tool
tools top topic topics torture torturing total touch touching tourist tourists tout toward town
toxic toy trace traced traces track tracker tracking trade trading tradition traditional traffic
trafficked trafficking trail train trained trainees training trans transfer translate translation
travel traveller treat treating treatment tree trial trick tricking tricks tried trigger trip
trojan trouble truck true truoc trust trusts truth try tun turn turning tutorial twelve twenty
twice twin two txt type types typescript typical typo uit uma umbrella una unable uncensored
unchained uncle uncut und under underage understand understanding undetected une unethical
unfiltered unit units universe university unix unlearn unless unlimited unlock unrestricted
unsubscribe unterschied until update updated upload uploads upon uranium urgent url usb use used
useful useless user userdata users uses using usual usually usuario utilisateur vaccine vaccines
vad validation value values van variable variables various vendor verb vergeet vergiss verification
verify vermin version very vex victim victims video videos view viewer viktor village villain
violence violent virus visa visit visiting visitor visitors voce voice void volcanoes von vor
vorige vote voters votes voting vous vpn wachtwoord wait wake waking walk walking wall want wanted
wants war warehouse warm warn warning warnings wars warst was wash waste wat watch watches watching
water watering way ways weak weaknesses weapon weapons wear weather web website wedding weeds week
weekend weeks weight welche welcome welcoming welfare well were west what whatever whatsapp when
where whether which while white whites who whoever whole whom whose why wide widows wie wife wifi
wild will win wind window wine wing winning winter wird wire wish with within without witness
wolves woman women won wonder wood woods word words work worked worker workers working works world
worm worried worry worth would wound wrist write writer writing written wrong wrote yaln yaml yang
yap yapay yard year years yellow yes yesterday yet you young your yourself zca zero zignoruj zombie
zonder zone zrobic zusammen zwischen`.split(/\s+/),
);
