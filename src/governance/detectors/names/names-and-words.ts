/** Names that are words, places or brands as well, in lower case without their marks. */

/** Told as a name only beside one that is nothing else. */
export const givenNamesAndWords = `ada adelaide al alba alexa alexandria amber america an angel april archer ari art ash asia aspen august austin
autumn baron basil bay beau bei ben bent bill bishop blair blake blue bo boston brad brent brook brooke brooklyn
buck bud buddy carol carolina carter chad chance charity charlotte chase chi chip christian clair claude clay
cleo cleveland cliff cole colt cooper crystal daisy dakota dale dallas damon dan dawn dean dee delta denver
derry destiny devon dick dixie dolly dolores don dong drew duke earl easter ed eden ella elle else em estrella
eve faith fang fay finn flora florence ford forest forrest fox frank gale ganesh gay gene georgia gerry ginger
glen grace grant gray grey guy hai hal han hao happy harley harmony harper hazel heath heinz helios herb holly
homer honey hong honor hope houston hudson hui hunter iman india iris isla israel issa ivy jack jackson jade jan
jasmine jasper jay jean jersey jess jesus jet jewel jia jian jie jing jo job jolie jolly jordan joy jude judge
juliet jun june justice ken kent kenya kerry kim king kit krishna lan lance lane laurel lea lee lei leigh lex li
lily lin lincoln linden ling london long lot lourdes love lucky luna luther luz lyon mac mack madison mae
magnolia mai major malta mar marina mark marlin marsh marshall mason mat maverick max maxim may maya meadow mel
melody mercedes mercy merit mick mike miles milton min ming mira misty mo montana morgan moses na nam nash nat
ned neo nero neva nico ning noble noel norma norman norris nour nova oak ole olive opal orlando otis page paige
pan paris parker pascal pat patience paz pearl peer penny perry petal phil phoenix pierce ping piper poppy
porter precious preston price prince prudence qi qing quinn raj raja rana randy ray red reed regina reid rene
rex rich rick river rob robin rock rocky rod roma roman romeo rong rosa rose ross royal ruby rusty sage said
salem salvador sandy santiago santos satu savannah sawyer scarlett scout serenity seth shan shannon sheng shi
sid sidney sienna sierra sky skye skyler sofia sol song spencer spike star sterling stone storm sue summer sunny
sunshine sydney tad tan tao taylor tennessee thor tian till ting trace trinity troy tu tucker van verity vic
victor victoria vienna viola virginia wade ward wen wes weston will willow wilson winter wolf wren wu xi xia
xiao xin yan yang yi ying yong yu yuan yun ze zen zhi zhong zion`;

/** Told as a name only behind a given name. */
export const familyNamesAndWords = `ali bae bak ball banks barber barker bass bauer bell berg berry best bird bishop black blair blake blanco bond
boone booth bos bowman brooks brown bui bull burns bush butler caballero campos carpenter carter chambers chan
chang chapman chase cheng chevalier cho chung church clark clay clement cook cooper costa crane cross cruz das
david day dean deng dias drake duke engel english farmer feng ferrari field fields finch fischer fisher flores
flowers flynn fontana ford foreman forster fowler fox francis franco frank franklin freeman french frost fuchs
gao garland gates gibbs gil glass glover golden goldman good goto graf grant graves gray green gross guerra guo
hale hall hamilton han harper harrison hart he herzog hicks hill ho hoang hobbs hong hood hooper hopkins horn
houston howard howe hu hubbard hull humphrey hunt hunter im islam jang jenkins jordan joyce jung kaiser kawasaki
keith keller kent key kim king kirk kiss klein knight koch koenig konig kowal kramer krug krupa kurz lam lamb
lang lange lau laurent law lawrence lawson lee leung li liang lim lima lin lis little liu logan long love lowe
lu luna luo lyons ma mack mann marin marino marsh mason may mcdonald mills min mo montero moody moon moore mori
morton moses nam nash newton ng noble noh norman norris norton oh page palmer pan papa park parker parks parsons
paul payne pena peng penn petit pierce pike pitts poole pope porter potter powell powers pratt price prieto
prince qian qin ramsey ray reed reese reid reyes rhodes rice rich richter riddle rios rivers robbins roche
romano rose ross roth roux rowe roy rubio rush russell sala salt santiago sauer savage schneider schreiber
schwarz sharp shaw shelton shen sherman shi shin short silver small snow solis sommer son song sparks spears
speer stanley steele stein stokes stone strickland strong su summers sun sutton suzuki swan sweet swift tan tate
teo tian toledo toth valencia vance vega villa vogel vu wade wall walls walter walton ward warner warren
washington waters watson watts weaver weber webster weeks wei welch wells wen west wheeler white whitehead
winter winters wise wolf wolfe wong wood woodard woods worth wu wyatt xia xiao yan yang yao yates ye yeung yoo
yoon york young yu yuan zhong zimmermann zou`;
