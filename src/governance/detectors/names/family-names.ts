/** Family names of many countries in lower case without their marks, which are nothing else: where one stands with a capital, somebody is meant. */

export const familyNames = `abbott abdi abdullah abe abebe abrahamsen abreu acosta adamczyk adams addo adeyemi agarwal aggarwal aguilar
aguirre ahmad ahmed akhtar akintola albrecht alexopoulos alfarsi alfonso allen almeida almutairi alonso alsayed
alvarez amara anand andersen anderson andersson andrade andreou antonov aoki aquino araujo arce arellano arias
armstrong arnaud arnold arroyo arslan ashworth atkinson aubert avila ayala aydin aziz bachmann bailey baker
bakker bakri banerjee bansal barbieri barbosa barnes barrera barrett barros basu battaglia baumann baxter
beauchamp beaumont becerra beck becker begum bellini beltran benedetti benitez bennett berger berglund bergman
bergmann bergstrom bernard bertolini bertrand bhatia bhatt bianchi bianco biden bielak bjork blanchard blanchet
boateng bogdanov bondarenko bonnet borges borisov bose bouchard boucher boyd boyer bradley brandt braun brennan
brito bruno bruun bryant buchanan burgess burke bustamante byrne cabrera calderon callaghan camacho cameron
campbell cardenas cardoso caron carr carroll carson caruso carvalho castillo castro cavalcanti celik cerny
cervantes chandra chatterjee chaudhary chaudhry chavez chen cheung choi chopra chowdhury christensen
christiansen chukwu cisneros clarke cohen coleman collins colombo conti contreras correa cortes coulibaly cox
crawford cunningham curry czarnecki dahl dahlberg damico dangelo daniels davies davis debnath delacroix deleon
delgado deluca demir demirci desai deshpande desjardins deutsch diallo diaz dietrich dimitrov diop dixon
dlamini dogan doherty dominguez donnelly donovan doyle duarte dubois dufour dumont duncan dunn dupont dupuis
durand dutta dvorak dyer eberhardt echeverria eckert edwards egger einstein ekstrom eliasson elliott ellis
engstrom erdogan eriksen eriksson escobar espinoza esposito estrada evans eze fabre fathi faure fedorov ferguson
fernandes fernandez ferrara ferraro ferreira ferri fiedler figueroa fitzgerald fleischer fletcher fonseca
fontaine forsberg foster fournier freitas friedman fuentes fujimoto fujita fukuda fuller gagnon galindo
gallagher gallardo gallo gandhi garcia gardner garner garnier garrido gatti gauthier gautier gerard germain
ghosh giannopoulos gibson gill giordano girard giraud gomes gomez goncalves gonzales gonzalez goodman goodwin
gordon graham greco greene griffin grigoriev grimaldi gruber grunwald guerin guerrero guillaume gunther gupta
gustafsson guthrie gutierrez guzman haas haddad hahn haile halvorsen hammond hamza hancock hansen hansson
haraldsen hardy harmon harrington harris hartmann harvey hasan hasegawa hashimoto hassan haugen hawkins hayashi
hayes hedlund heikkinen heinrich henderson henriksen henry hermann hernandez herrera herrmann hidalgo higgins
hinojosa hirano hoffmann hofmann holland holloway holm holmberg holmes holzer horvat horvath hossain hosseini
howell huang huber hudson hughes hussain hussein huynh hwang ibarra ibrahim iglesias ikeda inoue iqbal isaksson
ishida ishii ishikawa ito ivanov ivanova iversen iwasaki iyer jablonski jackson jacobs jacobsen jacobsson jaeger
jain jamal jankovic jankowski jansen janssen jansson jaramillo jennings jensen jeong jimenez johannesen johansen
johansson johnson johnston jonsson jorgensen joseph joshi juarez kaczmarek kamara kaminski kang kaplan kapoor
kariuki karlsen karlsson kaur kaya keita kelly kennedy kerr khan khanna khoury kimani kimura kjaer kobayashi
kondo korhonen kovac kovacs kovalenko kowalczyk kowalski kozlov kraus krause krishnan kristensen kruger kubiak
kulkarni kumar kumari kuznetsov kwiatkowski kwon lachance lacroix lafleur laine lambert larsen larson larsson
lavoie lebedev leclerc leclercq lefebvre lefevre legrand lehmann lehtinen leonard leroux leroy levy lewandowski
lewis lindberg lindholm lindqvist lindstrom lloyd lopes lopez lorentz lovell lozano lucas lukasik lund lundberg
lundgren lundqvist luong lynch macdonald macedo macgregor macias maciejewski mackenzie macleod macron madsen
magnusson mahajan mahmoud maier makinen maldonado malhotra malik malinowski mancini mancuso manning mansour
mariani marini markovic marques marquez marshall martel martens martin martinelli martinez martini martins
masson mathieu matsuda matsumoto matthews mazur mazzola mbeki mccarthy mcconnell mccormick mccoy mcgee mcgregor
mcintyre mckenzie mclaughlin mcmahon medina mehra mehta meier meijer mejia melo mendes mendez mendoza menon
mensah mercier merkel meyer michaud michel mikkelsen milewski miller mironov mishra mitchell mitra miyazaki
mohamed mohammed molina moller molnar montgomery montoya morales moran moreau moreira morel moreno moretti
morgan morin morozov morris morrison mortensen moser moss moyo mukherjee mulder muller munoz murakami murphy
murray mwangi myers nagy nair najjar nakajima nakamura nascimento nasser navarro ndiaye ndlovu nehru nel nelson
neumann newman ngo nguyen nichols nicolas nielsen niemi nieminen nieto nikolaidis nilsen nilsson nishimura nkosi
noguchi nordin noronha novak novakova novikov nowak nowakowski nowicki nunes nunez obama obi obrien ochieng
ochoa oconnor odonnell ogawa oguz okada okafor okeke okonkwo okoye olivares oliveira olsen olson olsson omalley
omar oneil oneill onwuka oreilly orlov orozco ortega ortiz osborne osei osorio ostrowski osullivan otieno owens
owusu ozdemir ozturk pacheco padilla pandey papadopoulos pappas paquette parra patel patil patterson
paulsen pavlov pearson pedersen peeters pellegrini pelletier peralta pereira perera perez perkins perrin perrot
perry peters petersen peterson petersson petrov petrova pettersson pham phan phillips pichler pietrzak pillai
pineda pinheiro pinto pires poirier popescu popov popova portillo poulsen prakash prasad preuss puig quinn
quintana quintero quiroga qureshi rahman ramirez ramos rangel rao rasmussen reddy reeves reinhardt reinhart
renard renaud restrepo reynolds rezaei ribeiro ricci richard richards riedel riley rinaldi rivas rivera rizzo
roberts robertson robinson robles rocha rodrigues rodriguez rogers rojas romero rosales rosen rosenberg rossi
rousseau ruiz russo ryan rydberg saarinen sahin saito sakamoto salas salazar saleh salinas salminen samuelsson
sanchez sandberg sanders sandoval santana santoro santos sasaki sato savchenko savoie sawicki saxena schaefer
schafer schmid schmidt schmitt schmitz scholz schroder schroeder schubert schulte schultz schulz schulze
schumacher schuster schwab schwartz scott seidel semenov seo serra serrano seymour shah shapiro sharma sheppard
shevchenko shimizu siddiqui sidorov silva silvestri simic simmons simonsen simpson singh sinha siqueira sjoberg
smirnov smith soares sobczak sokolov solberg soler sorensen soriano soto sousa souza spencer srinivasan stefanov
steiner stephens stephenson stern stevens stevenson stewart stojanovic strand strom suarez subramanian sullivan
sundberg svensson svoboda szabo szewczyk szymanski tahir takagi takahashi takeda tamura tanaka tang tavares
taylor teixeira ternova tesfaye thapa thomas thompson thomsen thomson thorne thorsen tkachenko tolstoy tomczak
townsend tran traore tremblay tripathi trivedi trujillo trump tsai tucker turcotte turner ueda ullah umarov
urbanski uribe usman vaidya valdez valente valverde vandenberg vanderberg vanderbilt varga vargas vasiliev
vasquez vaughn vazquez velasco velazquez venter vera verhoeven verma vermeulen vernet vidal vieira vigil
villalobos villanueva villarreal virtanen visser vogt volkov vonnegut vos wagner walczak walker wallace walsh
walters wang watanabe watkins webb weiss werner whitaker whitfield wieczorek wilkins wilkinson williams
williamson wilson winkler wisniewski wojciechowski wojcik wolff wozniak wright xiang xie xu yadav yamada
yamaguchi yamamoto yamashita yamazaki yildirim yildiz yilmaz yoshida yoshikawa zajac zakharov zamora zapata
zawadzki zeng zhang zhao zheng zhou zhu ziegler zielinski zulu zuniga`;
